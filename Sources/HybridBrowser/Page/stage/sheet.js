// The rules for everything that a stage draws. The look of each node is set on its element.
//
// Nodes are items of grids with one cell of size zero, moved by their margins: the engine's frames apply, and
// the browser computes no layout. Items are painted atomically and in tree order, and `z-index` still works
// as in CSS 2.2 Appendix E; absolutely positioned boxes would all be above the flow.
//
// The box of width zero before each piece of text puts its baseline 2 em below its upper edge, for every
// font.

const rules = `
:host { display: block }
.viewport { position: relative; isolation: isolate; background: white; overflow: clip; direction: ltr;
  text-align: left; font: 16px/1 sans-serif; text-rendering: geometricPrecision; user-select: none;
  -webkit-user-select: none; -webkit-tap-highlight-color: transparent; -webkit-text-size-adjust: none;
  text-size-adjust: none; cursor: default; touch-action: pan-x pan-y pinch-zoom; scrollbar-width: none;
  overscroll-behavior: contain }
.viewport:focus { outline: none }
.cell, .sheet { display: grid; grid-template: 0px / 0px; place-items: start; box-sizing: border-box }
.cell > *, .sheet > * { grid-area: 1 / 1 }
.sheet { overflow: clip }
.cell { outline-offset: -2px; pointer-events: auto }
.cell.fragmented { pointer-events: none }
.fragment { box-sizing: border-box; pointer-events: auto }
.apart { backface-visibility: hidden }
.positioned .cell { position: relative }
.scrolls { overflow: auto; scrollbar-width: none; overscroll-behavior: contain }
.taps, .taps * { cursor: pointer }
.piece { display: block; line-height: 0; white-space: pre; pointer-events: none; unicode-bidi: plaintext;
  font-kerning: auto }
.piece::before { content: ""; display: inline-block; height: 2em; width: 0 }
.picture { display: block; pointer-events: none }
.marks { display: block; overflow: visible; width: 1px; height: 1px; pointer-events: none }
.decoration, .letters { pointer-events: none }
.letters { display: grid; grid-template: 0px / 0px; place-items: start; width: 0; height: 0 }
.letters > * { grid-area: 1 / 1 }
.placeholder { display: grid; place-items: center; overflow: clip; pointer-events: none;
  box-sizing: border-box; background: #e4e4e9; color: #55555f; font: 11px/1.2 "DejaVu Sans", sans-serif;
  text-align: center; padding: 2px }
.field { appearance: none; box-sizing: border-box; margin: 0; border: 0; outline: none; background: none;
  resize: none; border-radius: 0; color: transparent; caret-color: transparent; overflow: clip;
  scrollbar-width: none; cursor: text; user-select: text; -webkit-user-select: text; min-width: 0;
  letter-spacing: normal }
.field::placeholder { color: transparent }
.field::-webkit-search-cancel-button, .field::-webkit-search-decoration { display: none }
select.field { opacity: 0; cursor: pointer }
.choice { appearance: none; border: 0; padding: 0; background: none; cursor: pointer; outline-offset: -2px }
.typing > .piece { visibility: hidden }
.typing > .field { color: var(--ink); caret-color: auto }
.inspecting, .inspecting * { cursor: crosshair !important }
`;

/** One sheet for all stages; a page's policy lets only scripts create sheets. */
export const sheet = new CSSStyleSheet();
sheet.replaceSync(rules);
