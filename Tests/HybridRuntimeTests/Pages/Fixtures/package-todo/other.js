console.log('other', typeof todo);
App({ pageShow() { console.log('app pageShow'); } }) // no line end
// last line is a comment