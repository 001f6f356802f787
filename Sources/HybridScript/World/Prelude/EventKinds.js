// Rare classes of events, and those of scripts (UI Events, CSSOM View section 4.2, and others).

const PopStateEvent = eventClass(
  "PopStateEvent", Event, { __proto__: null, state: null, hasUAVisualTransition: false }
);
const HashChangeEvent = eventClass("HashChangeEvent", Event, { __proto__: null, oldURL: "", newURL: "" });
const MediaQueryListEvent = eventClass(
  "MediaQueryListEvent", Event, { __proto__: null, matches: false, media: "" }
);
const PointerEvent = eventClass("PointerEvent", MouseEvent, {
  __proto__: null, pointerId: 0, width: 1, height: 1, pressure: 0, tangentialPressure: 0, tiltX: 0, tiltY: 0,
  twist: 0, pointerType: "", isPrimary: false,
});
classify(PointerEvent, ["pointerdown", "pointerup", "pointermove", "pointercancel"]);
const ToggleEvent = eventClass(
  "ToggleEvent", Event, { __proto__: null, oldState: "", newState: "", source: null }
);
const CommandEvent = eventClass("CommandEvent", Event, { __proto__: null, command: "", source: null });
classify(ToggleEvent, ["toggle", "beforetoggle"]);
classify(CommandEvent, ["command"]);
classify(Event, ["cancel", "close", "invalid", "reset"]);
const FormDataEvent = eventClass("FormDataEvent", Event, { __proto__: null, formData: null });
install(
  global,
  {
    ToggleEvent, CommandEvent, FormDataEvent, PopStateEvent, HashChangeEvent, MediaQueryListEvent,
    PointerEvent,
  }
);
install(UIEvent.prototype, { get which() { return 0; } });
const modifierKeys = {
  __proto__: null, Alt: "altKey", Control: "ctrlKey", Meta: "metaKey", Shift: "shiftKey",
};
function getModifierState(key) {
  const name = modifierKeys[text(key)];
  return name !== undefined && this[name] === true;
}
install(MouseEvent.prototype, {
  getModifierState,
  get x() { return this.clientX; }, get y() { return this.clientY; }, get which() { return this.button + 1; },
});
install(KeyboardEvent.prototype, { getModifierState });
install(
  KeyboardEvent,
  {
    DOM_KEY_LOCATION_STANDARD: 0, DOM_KEY_LOCATION_LEFT: 1, DOM_KEY_LOCATION_RIGHT: 2,
    DOM_KEY_LOCATION_NUMPAD: 3,
  }
);

const otherEvents = {
  __proto__: null,
  WheelEvent: [MouseEvent, { deltaX: 0, deltaY: 0, deltaZ: 0, deltaMode: 0 }],
  DragEvent: [MouseEvent, { dataTransfer: null }],
  CompositionEvent: [UIEvent, { data: "" }],
  ClipboardEvent: [Event, { clipboardData: null }],
  AnimationPlaybackEvent: [Event, { currentTime: null, timelineTime: null }],
  BeforeUnloadEvent: [Event, {}],
  CloseEvent: [Event, { wasClean: false, code: 0, reason: "" }],
};
for (const name in otherEvents) {
  lazyGlobal(name, () => {
    const Class = eventClass(name, otherEvents[name][0], { __proto__: null, ...otherEvents[name][1] });
    if (name === "WheelEvent") install(Class, { DOM_DELTA_PIXEL: 0, DOM_DELTA_LINE: 1, DOM_DELTA_PAGE: 2 });
    return Class;
  });
}
