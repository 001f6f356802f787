// The target's files go here.
