// The preview of `hybrid dev` in a browser: creates the parts and connects their events.
//
// `Documentation/browser-preview.md` describes it. The screens talk to the server (`../stage`); other
// requests are in `server.js` only.

import { usualDevices } from './devices.js';
import { Connection } from './connection.js';
import { Console } from './console.js';
import { askSize, showHelp } from './dialogs.js';
import { make, setAttribute, setText } from './dom.js';
import { Header } from './header.js';
import { InspectorPanel } from './inspector-panel.js';
import { Keyboard } from './keyboard.js';
import { Problems } from './problems.js';
import { Screens } from './screens.js';
import { Server } from './server.js';
import { Sheets } from './sheets.js';
import { State } from './state.js';
import { Theme } from './theme.js';
import { Toolbar } from './toolbar.js';
import { UnitList } from './units.js';
import { Warnings } from './warnings.js';

const meta = name => document.querySelector(`meta[name="${name}"]`)?.content ?? '';
const server = new Server({ token: meta('hybrid-token'), isOwner: meta('hybrid-owner') === 'yes' });
const state = new State();
addEventListener('popstate', () => state.read());
addEventListener('hashchange', () => state.read());

const notice = make('p', { class: 'notice', role: 'status' });
const header = new Header({ title: document.title, theme: new Theme() });
const units = new UnitList();
const toolbar = new Toolbar(state, { askSize });
const problems = new Problems({ open: server.isOwner ? open : null });
const warnings = new Warnings({ open: server.isOwner ? open : null });
const lines = new Console();
const screens = new Screens(state, server);
const inspector = new InspectorPanel({ open });
const sheets = new Sheets(
  [{ button: header.units, panel: units.element }, { button: header.settings, panel: toolbar.element }]
);
const connection = new Connection();

const live = make('p', { class: 'unseen', role: 'status', 'aria-live': 'polite' });
const alarm = make('p', { class: 'unseen', role: 'alert' });
document.getElementById('app').append(
  make(
    'a',
    { class: 'skip', href: '#screens', click: event => { event.preventDefault(); screens.element.focus(); } },
    'Skip to the screens'
  ),
  header.element,
  make('div', { class: 'body' }, units.element,
    make('div', { class: 'work' }, toolbar.element,
      make('div', { class: 'view' }, screens.element, problems.element), warnings.element, lines.element),
    inspector.element),
  notice, live, alarm, sheets.shade);

let allUnits = [];
let buildErrors = [];
let revision = null;
let paint = null;

// MARK: Screens

for (const screen of screens.all) listen(screen);
screens.addEventListener('new', ({ detail }) => listen(detail.screen));
screens.addEventListener('gone', () => { tellProblems(); connection.look(screens.all); });

function listen(screen) {
  const on = (name, handler) => screen.stage.addEventListener(name, ({ detail }) => handler(detail ?? {}));
  connection.follow(screen, () => screens.all);
  on('welcome', welcome => greeted(screen, welcome));
  on('shown', () => { if (screen === screens.active) showActive(); });
  on('update', update => {
    revision = Math.max(revision ?? 0, update.revision);
    header.setFigures(revision, paint);
    readProblemsSoon();
    if (update.units?.some(({ kind }) => kind === 'added' || kind === 'removed')) readUnits();
    else if (allUnits.length < 500) readUnitsSoon();
  });
  on('painted', () => readFiguresSoon());
  on('failed', ({ diagnostics, revision: failed }) => {
    revision = Math.max(revision ?? 0, failed);
    header.setFigures(revision, paint);
    buildErrors = diagnostics.filter(one => one.severity === 'error');
    tellProblems();
  });
  on('fixed', () => { buildErrors = []; tellProblems(); });
  on('faults', () => tellProblems());
  on(
    'log',
    ({ level, text }) => lines.add(
      { level, text, from: screens.all.length > 1 ? screen.name : '', fault: faultIn(screen, text) }
    )
  );
}

/** The fault of a log line; the line's text has the place and the message. */
function faultIn(screen, text) {
  return screen.faults.find(({ message, file }) => text.includes(message) && (!file || text.includes(file)))
    ?? null;
}

let session = null;
function greeted(screen, welcome) {
  // Another server, or the same one after a restart: its revisions and figures start again, and it has
  // another token.
  if (welcome.session !== session) {
    if (session !== null) server.renewToken().then(tellProblems);
    session = welcome.session;
    revision = null;
    paint = null;
  }
  revision = Math.max(revision ?? 0, welcome.revision);
  header.setTitle(welcome.title);
  header.setFigures(revision, paint);
  document.title = welcome.title || document.title;
  const known = welcome.devices?.length > 0 ? welcome.devices : usualDevices;
  screens.setKnown(known);
  toolbar.setKnown(known);
  if (allUnits.length === 0) setUnits((welcome.units ?? []).map(name => ({ name })));
  if (screen === screens.active) readUnits();
  if (screen === screens.active) readFiguresSoon();
  if (screen === screens.active) readProblemsSoon();
}

state.addEventListener('change', showActive);
screens.addEventListener('scale', () => setAttribute(screens.element, 'data-scale', screens.scale));

/** Shows the active screen's unit, data and device in the other parts. */
function showActive() {
  const screen = screens.active;
  const unit = screen?.shown?.unit ?? state.unit;
  units.setShown(unit ?? null, state.unit === null);
  header.setUnit(unit);
  toolbar.setShown(screen?.shown ?? null);
  toolbar.setData(allUnits.find(one => one.name === unit)?.data ?? []);
  inspector.attach(screen?.stage ?? null);
}

// MARK: Units and figures

function setUnits(list) {
  allUnits = list;
  units.setUnits(list);
  showActive();
}

async function readUnits() {
  const list = await server.units();
  if (Array.isArray(list)) setUnits(list);
}

/** Limits calls to one per interval, with a last one at its end. */
function soon(milliseconds, action) {
  let timer = null;
  return () => {
    timer ??= setTimeout(() => { timer = null; action(); }, milliseconds);
  };
}

// A save can change titles or sample data. They are not urgent, so the list of a large project is read less
// often.
const readUnitsSoon = soon(2000, readUnits);
const readFiguresSoon = soon(150, async () => {
  const status = await server.status();
  if (!status) return;
  revision = Math.max(revision ?? 0, status.revision);
  paint = status.paint ?? null;
  header.setFigures(revision, paint);
});

units.addEventListener('choose', ({ detail }) => {
  state.setUnit(detail.unit);
  sheets.close();
});

// MARK: Problems

const readProblemsSoon = soon(80, async () => {
  const found = await server.problems();
  if (!found) return;
  problems.setDetails(found);
  warnings.setProblems(found);
  units.setHeld(new Map(found.problems.flatMap(one => one.units ?? []).map(unit => [unit.name, unit.shown])));
});

function tellProblems() {
  problems.setFaults(buildErrors, screens.all.flatMap(screen => screen.faults));
  readProblemsSoon();
}

problems.addEventListener('change', ({ detail }) => {
  const first = problems.faults[0]?.diagnostic;
  if (detail.isNew)
    setText(
      alarm, `${problems.summary}: ${first.message}${first.file ? `, ${first.file} line ${first.line}` : ''}`
    );
  else if (!first && alarm.textContent) {
    setText(alarm, '');
    setText(live, 'No errors any more.');
  }
  header.setProblems(problems.summary, problems.isShown);
});
problems.addEventListener('dismiss', ({ detail }) => {
  header.setProblems(problems.summary, false);
  if (detail.hadFocus) header.problems.focus();
});
header.addEventListener('problems', () => {
  problems.toggle();
  header.setProblems(problems.summary, problems.isShown);
});
warnings.addEventListener('change', ({ detail }) => {
  header.setWarnings(warnings.summary, warnings.isShown);
  if (detail?.hadFocus) header.warnings.focus();
});
header.addEventListener('warnings', () => warnings.toggle());
lines.addEventListener('fault', ({ detail }) => problems.show(detail));

/** Opens a place that the server named or that a tree has in words. */
async function open(place) {
  if (/^[0-9a-f]{16}$/.test(place ?? '')) {
    return tell(
      await server.open(place) ? 'Opened in the editor.' : 'The server does not know this place any more.'
    );
  }
  // Only places with a name from the server can be opened, never paths.
  if (!place) return tell('This has no place in a file.');
  try {
    await navigator.clipboard.writeText(place);
    tell(`${place} is on the clipboard.`);
  } catch {
    tell(place);
  }
}

// MARK: Connection

connection.addEventListener('change', () => {
  header.setState(connection.state, connection.words);
  setText(live, connection.words);
  setAttribute(screens.element, 'data-connected', String(connection.state === 'connected'));
});

// MARK: Actions

header.addEventListener('inspect', () => inspector.toggle());
inspector.addEventListener('change', () => {
  setAttribute(header.inspect, 'hidden', !inspector.isThere);
  setAttribute(header.inspect, 'aria-pressed', String(inspector.isOpen));
});
header.addEventListener('help', () => showHelp(keyboard));
header.addEventListener('link', async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    tell('The link is on the clipboard.');
  } catch {
    tell('The link is in the address bar.');
  }
});
header.addEventListener('units', () => sheets.toggle(units.element));
header.addEventListener('settings', () => sheets.toggle(toolbar.element));

const forget = soon(4000, () => setText(notice, ''));
function tell(words) {
  setText(notice, words);
  forget();
}

/** The parts of the window in the order of F6, each with the element that gets the focus. */
function regions() {
  return [
    [
      header.element, [...header.element.querySelectorAll('button')].find(button => button.checkVisibility()),
    ], [units.element, units.search],
    [toolbar.element, toolbar.device], [
      screens.element, screens.active?.title,
    ], [problems.element, problems.element],
    [warnings.element, warnings.element], [lines.element, lines.button], [
      inspector.element, inspector.element,
    ],
  ].filter(([part, target]) => !part.hidden && part.offsetParent !== null && target);
}

function nextRegion(event) {
  const parts = regions();
  const at = parts.findIndex(([part]) => part.contains(document.activeElement));
  const next = (at + (event.shiftKey ? -1 : 1) + parts.length) % parts.length;
  parts[at < 0 && event.shiftKey ? parts.length - 1 : next][1].focus();
}

const keyboard = new Keyboard({
  search: () => { sheets.open(units.element); units.search.focus(); },
  previous: () => units.step(-1), next: () => units.step(1),
  add: () => state.addScreen(), remove: () => state.removeScreen(state.active),
  landscape: () =>
    toolbar.toggle('landscape'), dark: () => toolbar.toggle('dark'), rtl: () => toolbar.toggle('rtl'),
  larger: () => toolbar.stepText(1), smaller: () => toolbar.stepText(-1),
  fit: () => state.setZoom(null), full: () => state.setZoom(100),
  problems: () => { problems.toggle(); header.setProblems(problems.summary, problems.isShown); },
  warnings: () => { if (warnings.count > 0) warnings.toggle(); },
  console: () =>
    lines.toggle(), inspect: () => inspector.toggle(), region: nextRegion, help: () => showHelp(keyboard),
});
showActive();
if (!server.token) {
  const words = 'This server belongs to another user, and shows them alone';
  header.setState('lost', words);
  setText(alarm, words);
}
