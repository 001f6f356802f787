import HybridBrowserDriver
import HybridJSON
import Testing

/// Accessibility checks in the manner of axe on the current page, for users with low vision, without a mouse,
/// or with touch. The project's page in a screen is left out.
enum PreviewAudit {
  /// Checks everything, and reports each fault.
  static func expectNoFault(
    _ page: BrowserPage, _ comment: String, fingers: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    // Elements that are still fading in have intermediate colours.
    #expect(
      try await page.wait(
        for:
          """
          document.getAnimations().every(a => a.playState !== 'running' || \
          a.effect.getComputedTiming().iterations === Infinity)
          """
      ))
    let faults = try await faults(page, fingers: fingers)
    #expect(faults.isEmpty, "\(comment): \(faults)", sourceLocation: sourceLocation)
    let unnamed = try await namelessControls(page)
    #expect(unnamed.isEmpty, "\(comment): no name for \(unnamed)", sourceLocation: sourceLocation)
  }

  /// What the checks find, in words.
  static func faults(_ page: BrowserPage, fingers: Bool) async throws -> [String] {
    let faults = try await page.evaluate("(() => { \(script) return audit(\(fingers)) })()")
    return try #require(faults.array).compactMap(\.string)
  }

  /// Controls and parts of the page for which the browser itself finds no name, by its accessibility tree.
  static func namelessControls(_ page: BrowserPage) async throws -> [String] {
    let needName: Set<String> = [
      "button", "link", "textbox", "searchbox", "combobox", "listbox", "option", "checkbox", "spinbutton",
      "dialog",
      "toolbar", "navigation", "complementary", "main", "log", "region", "group", "heading",
    ]
    let nodes = try await page.call("Accessibility.getFullAXTree", [:])["nodes"]?.array ?? []
    return nodes.compactMap { node in
      guard node["ignored"]?.bool != true, let role = node["role"]?["value"]?.string, needName.contains(role),
        (node["name"]?["value"]?.string ?? "").isEmpty
      else { return nil }
      return role
    }
  }

  private static let script = #"""
    const roles = ['alert', 'combobox', 'dialog', 'group', 'img', 'listbox', 'log', 'option', \#
    'presentation', 'status', 'toolbar'];
    const parents = {option: '[role=listbox]'};
    const words = element => `${element.localName}#${element.id}.${element.className} \#
    “${(element.textContent || '').trim().slice(0, 30)}”`;

    function isVisible(element) {
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      return element.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) && box.width > \#
    1 && box.height > 1
        && style.clipPath === 'none';
    }

    function colour(text) {
      const numbers = text.match(/-?[\d.]+/g).map(Number);
      if (text.startsWith('color(srgb')) return [numbers[0] * 255, numbers[1] * 255, numbers[2] * 255, \#
    numbers[3] ?? 1];
      return [numbers[0], numbers[1], numbers[2], numbers[3] ?? 1];
    }
    const over = (top, bottom) => [0, 1, 2].map(i => top[i] * top[3] + bottom[i] * (1 - top[3])).concat(1);

    /** What lies behind the text of an element. */
    function backdrop(element) {
      const layers = [];
      for (let at = element; at; at = at.parentElement) \#
    layers.push(colour(getComputedStyle(at).backgroundColor));
      return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255, 1]);
    }

    // WCAG 2.2, relative luminance and contrast ratio.
    function luminance(rgb) {
      const [r, g, b] = rgb.slice(0, 3).map(v => v / 255).map(v => \#
    v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    }
    function contrast(one, other) {
      const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
      return (high + 0.05) / (low + 0.05);
    }

    function audit(fingers) {
      const faults = [];
      const all = [...document.querySelectorAll('body *')].filter(element => !element.closest('.stage-host'));
      const ids = all.map(element => element.id).filter(Boolean);
      for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) faults.push(`the id ${id} \#
    is there twice`);
      if (!document.documentElement.lang || !document.title) faults.push('no language or title');
      for (const part of ['h1', 'main', 'nav', 'header']) {
        if (document.querySelectorAll(`#app ${part}:not(section *)`).length !== 1) faults.push(`not one \#
    ${part}`);
      }
      for (const element of all) {
        const role = element.getAttribute('role');
        if (role && !roles.includes(role)) faults.push(`unknown role ${role}`);
        if (parents[role] && !element.closest(parents[role])) faults.push(`${role} \#
    is outside of ${parents[role]}`);
        if (element.tabIndex > 0) faults.push(`${words(element)} goes before others`);
        for (const {name, value} of element.attributes) {
          if (name.startsWith('on') || name === 'style' && element.localName === 'img') \#
    faults.push(`${words(element)} has ${name}`);
          if (['aria-controls', 'aria-labelledby', 'aria-describedby', \#
    'aria-activedescendant'].includes(name)) {
            for (const id of value.split(' ')) if (!document.getElementById(id)) faults.push(`${name} \#
    names no element: ${id}`);
          }
          if (['aria-pressed', 'aria-expanded', 'aria-selected', 'aria-hidden'].includes(name) && !['true', \#
    'false'].includes(value)) {
            faults.push(`${name} is “${value}”`);
          }
        }
        if (!isVisible(element)) continue;
        const isControl = element.matches('button, a[href], input, select, textarea, [role=option]');
        if (isControl && element.closest('[aria-hidden=true]')) faults.push(`${words(element)} \#
    is hidden from those who listen`);
        if (isControl && fingers && !element.matches('[type=checkbox]')) {
          const {width, height} = element.getBoundingClientRect();
          if (width < 43.5 || height < 43.5) faults.push(`${words(element)} is ${Math.round(width)} \#
    by ${Math.round(height)}`);
        }
        const hasText = element.localName === 'input' || element.localName === 'select'
          || [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        if (!hasText || element.matches(':disabled') || element.closest(':disabled') || element.localName \#
    === 'option') continue;
        const style = getComputedStyle(element);
        const behind = backdrop(element);
        const least = parseFloat(style.fontSize) >= 24 ? 3 : 4.5;
        const colours = [style.color];
        if (element.placeholder && !element.value) colours.push(getComputedStyle(element, \#
    '::placeholder').color);
        for (const text of colours) {
          const ratio = contrast(over(colour(text), behind), behind);
          if (ratio < least) faults.push(`${words(element)} has a contrast of ${ratio.toFixed(2)}`);
        }
      }
      return faults;
    }
    """#
}
