// The faces that pages define with `@font-face`: the browser loads their files from the server, by content
// hash.
//
// Several pages may be shown at once, each with its own families. So each family gets a unique name made from
// its faces: equal families share the name, and a saved file changes it.

/** The rules of all families, in a sheet of the document: sheets of shadow trees define no fonts. */
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

/** The names whose rules are in the sheet. */
const known = new Set();

/** The families of each list of faces: every patch of a tree has the same list. */
const lists = new WeakMap();

/**
 * The families of the tree that is being drawn: from the author's names, in lower case, to the unique names.
 */
let families = new Map();

/** Uses the families of a tree for all following drawing. */
export function useFonts(tree) {
  const faces = tree.nodes.get(tree.root)?.paint?.effects?.fonts;
  if (faces && !lists.has(faces)) lists.set(faces, familiesOf(faces));
  families = lists.get(faces) ?? new Map();
}

/** The unique name of a family of the page; undefined for other families. */
export function pageFamily(name) {
  return families.get(name.toLowerCase());
}

/** Called when a font has been loaded: the text keeps its width, but its letters change. */
export function onFontsLoaded(call, signal) {
  document.fonts.addEventListener('loadingdone', call, { signal });
}

function familiesOf(faces) {
  const groups = Map.groupBy(faces, face => face.family.toLowerCase());
  return new Map([...groups].map(([name, group]) => [name, registered(group)]));
}

function registered(faces) {
  const name = `page-font-${digest(JSON.stringify(faces))}`;
  if (!known.has(name)) {
    known.add(name);
    for (const face of faces) sheet.insertRule(ruleOf(face, name), sheet.cssRules.length);
  }
  return name;
}

/** FNV-1a, 32 bits: the names only have to differ. */
function digest(text) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16);
}

/** CSS Fonts 4 §4: the rule of a face. */
function ruleOf(face, name) {
  const percent = value => `${value * 100}%`;
  const settings = list => Object.entries(list).map(([tag, value]) => `${string(tag)} ${value}`).join();
  const descriptors = {
    'src': face.sources.map(sourceOf).join(),
    'font-weight': face.weights?.join(' '),
    'font-stretch': face.stretches?.map(value => `${value}%`).join(' '),
    'font-style': face.oblique ? `oblique ${face.oblique.map(angle => `${angle}deg`).join(' ')}` : face.style,
    'unicode-range': face.ranges?.map(range => `U+${range.map(end => end.toString(16)).join('-')}`).join(),
    'size-adjust': face.size === undefined ? undefined : percent(face.size),
    'ascent-override': face.ascent === undefined ? undefined : percent(face.ascent),
    'descent-override': face.descent === undefined ? undefined : percent(face.descent),
    'line-gap-override': face.lineGap === undefined ? undefined : percent(face.lineGap),
    'font-feature-settings': face.features && settings(face.features),
    'font-variation-settings': face.variations && settings(face.variations),
  };
  const body = Object.entries(descriptors).filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}:${value};`).join('');
  return `@font-face{font-family:${name};font-display:block;${body}}`;
}

function sourceOf({ local, path = '', hash = '' }) {
  if (local !== undefined) return `local(${string(local)})`;
  if (path.startsWith('data:')) return `url(${string(path)})`;
  const file = encodeURIComponent(path.split('/').pop());
  return `url(${string(`/hybrid/file/${encodeURIComponent(hash)}/${file}`)})`;
}

/** A string of CSS. */
function string(text) {
  return `"${text.replace(/[\\"\n\r\f]/g, found => `\\${found.charCodeAt(0).toString(16)} `)}"`;
}
