// The target's tests go here.
