// `matchMedia` (CSSOM View section 4.2).

class MediaQueryList extends EventTarget {
  #media; #text = null;
  constructor(key, media) {
    if (key !== KEY) throw illegal();
    super();
    this.#media = media;
    push(mediaLists, new WeakRef(this));
    this.last = this.matches;
  }
  get media() { return this.#text ??= this.#media === "" ? "" : styleSheets().mediaText(this.#media); }
  get matches() { return matchesMedia(this.#media); }
  addListener(f) { this.addEventListener("change", f); }
  removeListener(f) { this.removeEventListener("change", f); }
}
installHandlers(MediaQueryList.prototype, ["change"]);
const mediaLists = [];
const matchesMedia = (list) => host.matchesMedia(list);
function mediaChanged() {
  let kept = 0;
  for (let i = 0; i < mediaLists.length; i += 1) {
    const list = deref(mediaLists[i]);
    if (list === undefined) continue;
    mediaLists[kept] = mediaLists[i]; kept += 1;
    const { matches } = list;
    if (matches === list.last) continue;
    list.last = matches;
    dispatchTo(list, trust(new MediaQueryListEvent("change", { matches, media: list.media })));
  }
  mediaLists.length = kept;
}

({ MediaQueryList, mediaChanged });
