// Devices as values: their names, their sizes, and how a link writes them. Nothing here depends on the page.

/**
 * A device on the wire, as `Documentation/reload-protocol.md` describes it: a known name with what is
 * different, or a size.
 *
 * @typedef {{name?: string, width?: number, height?: number, landscape?: boolean, dark?: boolean, fontScale?:
 *   number, rtl?: boolean, platform?: string}} Device
 */

/**
 * One screen of the preview: a device, and which sample data it shows (null: the unit's own). @typedef
 * {{device: Device, data: ?string}} Screen
 */

/** The devices of servers that do not list theirs. */
export const usualDevices = [
  { name: 'phone', width: 375, height: 667 }, { name: 'small', width: 320, height: 568 },
  { name: 'large', width: 430, height: 932 }, { name: 'landscape', width: 667, height: 375 },
  { name: 'tablet', width: 768, height: 1024 }, { name: 'desktop', width: 1280, height: 800 },
];

/** The text sizes that the preview offers; a link may name others from 0.5 to 4. */
export const fontScales = [0.5, 0.85, 1, 1.15, 1.3, 1.5, 2, 3];

/**
 * The same device in one form without meaningless members, so that equal devices are equal as JSON.
 *
 * @param {*} value From a link or a message: anything.
 * @returns {Device}
 */
export function plainDevice(value) {
  const device = {};
  if (typeof value === 'string') return value ? { name: value } : {};
  if (typeof value !== 'object' || value === null) return device;
  if (typeof value.name === 'string' && value.name) device.name = value.name.slice(0, 100);
  const [width, height] = [value.width, value.height].map(
    side => (side >= 1 && side <= 20000 ? Math.round(side) : null)
  );
  if (!device.name && width && height) Object.assign(device, { width, height });
  for (const flag of ['landscape', 'dark', 'rtl']) if (value[flag] === true) device[flag] = true;
  if (value.fontScale >= 0.5 && value.fontScale <= 4 && value.fontScale !== 1)
    device.fontScale = value.fontScale;
  if (value.platform === 'ios' || value.platform === 'android') device.platform = value.platform;
  return device;
}

/** Whether two devices are equal. */
export function isSameDevice(one, other) {
  return JSON.stringify(plainDevice(one)) === JSON.stringify(plainDevice(other));
}

/**
 * The device as a message has it: the name alone if no setting differs, null for the server's default.
 */
export function wireForm(device) {
  const names = Object.keys(device);
  return names.length === 0 ? null : names.length === 1 && device.name ? device.name : device;
}

/**
 * The device's size in points in its orientation.
 *
 * @param {Device} device
 * @param {Array<{name: string, width: number, height: number}>} known
 */
export function sizeOf(device, known) {
  const named = known.find(one => one.name === device.name);
  const width = device.width ?? named?.width ?? 375;
  const height = device.height ?? named?.height ?? 667;
  return device.landscape && height > width ? { width: height, height: width } : { width, height };
}

/** The name of the device, without its settings. */
export function baseName(device) {
  return device.name ?? (device.width ? `${device.width} × ${device.height}` : 'phone');
}

/** Its settings that differ from the defaults, in words. */
export function settingsOf(device) {
  return [
    device.landscape && 'landscape', device.dark && 'dark',
    device.fontScale && `${Math.round(device.fontScale * 100)} % text`,
    device.rtl && 'right to left', device.platform === 'android' && 'Android', device.platform === 'ios'
      && 'iOS',
  ].filter(Boolean);
}

/** A set of screens shown together. */
export const presets = [
  {
    id: 'phones', title: 'Three phones',
    screens: (screen, known) => {
      const phones = known.filter(one => Math.min(one.width, one.height) < 600 && one.height >= one.width)
        .sort((one, other) => one.width - other.width || one.height - other.height);
      // The narrowest, one in the middle, the widest.
      const three = [...new Set([phones[0], phones[phones.length >> 1], phones.at(-1)])].filter(Boolean);
      return three.map(({ name }) => ({ ...screen, device: { ...only(screen.device), name } }));
    },
  },
  {
    id: 'schemes', title: 'Light and dark',
    screens: ({ device, data }) => [
      { device: { ...device, dark: false }, data }, { device: { ...device, dark: true }, data },
    ],
  },
  {
    id: 'text', title: '100 % and 200 % text',
    screens: ({ device, data }) => [
      { device: { ...device, fontScale: 1 }, data }, { device: { ...device, fontScale: 2 }, data },
    ],
  },
  {
    id: 'directions', title: 'Left to right and right to left',
    screens: ({ device, data }) => [
      { device: { ...device, rtl: false }, data }, { device: { ...device, rtl: true }, data },
    ],
  },
  {
    id: 'orientations', title: 'Portrait and landscape',
    screens: ({ device, data }) => [
      { device: { ...device, landscape: false }, data }, { device: { ...device, landscape: true }, data },
    ],
  },
  {
    id: 'data', title: 'All sample data',
    screens: ({ device }, known, data) => data.map(name => ({ device, data: name === 'data' ? null : name })),
  },
];

/** The settings of a device without its kind. */
function only({ name, width, height, ...settings }) {
  return settings;
}

/** A screen as a link writes it: `phone,landscape,dark,130%,rtl,android,data:empty`; a size is `320x568`. */
export function encodeScreen({ device, data }) {
  const parts = [device.name ? escaped(device.name) : device.width ? `${device.width}x${device.height}` : ''];
  for (const flag of ['landscape', 'dark', 'rtl']) if (device[flag]) parts.push(flag);
  if (device.fontScale) parts.push(`${Math.round(device.fontScale * 100)}%25`);
  if (device.platform) parts.push(device.platform);
  if (data) parts.push('data:' + escaped(data));
  return parts.join(',');
}

/** Reads the text of {@link encodeScreen}; unknown words are ignored. @returns {Screen} */
export function decodeScreen(text) {
  const [first, ...words] = text.split(',').map(unescaped);
  const device = {};
  const size = /^(\d{1,5})[x×](\d{1,5})$/.exec(first);
  if (size) Object.assign(device, { width: Number(size[1]), height: Number(size[2]) });
  else if (first) device.name = first;
  let data = null;
  for (const word of words) {
    const scale = /^(\d{2,3})%$/.exec(word);
    if (scale) device.fontScale = Number(scale[1]) / 100;
    else if (['landscape', 'dark', 'rtl'].includes(word)) device[word] = true;
    else if (word === 'ios' || word === 'android') device.platform = word;
    else if (word.startsWith('data:') && word.length > 5) data = word.slice(5, 105);
  }
  return { device: plainDevice(device), data };
}

/** Leaves characters unescaped that links allow. */
function escaped(text) {
  return encodeURIComponent(text).replaceAll('%20', '+');
}

function unescaped(text) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
