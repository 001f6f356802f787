// What tests share goes here.
