console.log("file");
function fromFile(n) { return n < 3 && n > 1 ? "ok" : "no"; }
