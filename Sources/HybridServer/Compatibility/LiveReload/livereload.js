// The client of LiveReload protocol 7, for any page:
//
//   <script crossorigin src="http://localhost:7788/livereload.js"></script>
//
// `hybrid dev` must be told the page's origin: `hybrid dev --allowed-origin http://localhost:3000`.
//
// A saved style sheet or image takes the place of the one that is shown, without a flash; for everything else
// the page is loaded again. A lost connection is made again for ever, and costs the page nothing.
(function () {
  "use strict";
  if (window.LiveReload) return; // A browser extension, or another tag, was first.

  var PROTOCOL = "http://livereload.com/protocols/official-7";
  var SHORTEST = 250, LONGEST = 5000; // Milliseconds between two attempts.
  var script = document.currentScript;
  if (!script || !script.src) return;
  var address = new URL("/livereload", script.src);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";

  var socket = null, timer = null, wait = SHORTEST, isOver = false, number = 0;

  function connect() {
    timer = null;
    socket = new WebSocket(address.href);
    socket.onopen = function () { send({ command: "hello", protocols: [PROTOCOL] }); };
    socket.onmessage = function (event) {
      var message;
      try { message = JSON.parse(event.data); } catch (error) { return; }
      if (message && typeof message === "object") receive(message);
    };
    socket.onclose = function () {
      if (isOver) return;
      timer = setTimeout(connect, wait * (0.5 + Math.random() / 2));
      wait = Math.min(wait * 2, LONGEST);
    };
  }

  function send(message) { socket.send(JSON.stringify(message)); }

  function receive(message) {
    if (message.command === "hello") {
      wait = SHORTEST;
    } else if (message.command === "reload") {
      reload(String(message.path || ""), message);
    } else if (message.command === "alert") {
      window.alert(String(message.message));
    }
  }

  function reload(path, options) {
    if (options.liveCSS && /\.css$/i.test(path) && reloadSheets(path)) return;
    if (options.liveImg && /\.(png|jpe?g|gif|svg|webp)$/i.test(path) && reloadImages(path)) return;
    window.location.reload();
  }

  // Style sheets.

  function reloadSheets(path) {
    var links = list("link").filter(function (link) {
      return /(^|\s)stylesheet(\s|$)/i.test(link.rel) && link.href && !link.liveReloadOf;
    });
    // A sheet that no link names is imported by another sheet: then all of them are reloaded.
    var meant = closest(path, links, function (link) { return link.href; });
    (meant.length ? meant : links).forEach(replace);
    return links.length > 0;
  }

  // The old sheet stays until the new one is loaded, and permanently if loading fails.
  function replace(link) {
    if (link.liveReloadNext) drop(link.liveReloadNext);
    var next = link.cloneNode(false);
    next.href = fresh(link.href);
    next.liveReloadOf = link;
    link.liveReloadNext = next;
    next.onload = function () {
      if (link.liveReloadNext !== next) return;
      next.liveReloadOf = null;
      drop(link);
    };
    next.onerror = function () {
      if (link.liveReloadNext === next) link.liveReloadNext = null;
      drop(next);
    };
    link.parentNode.insertBefore(next, link.nextSibling);
  }

  function drop(element) {
    element.onload = element.onerror = null;
    if (element.parentNode) element.parentNode.removeChild(element);
  }

  // Images.

  function reloadImages(path) {
    var images = list("img").filter(function (image) { return image.src; });
    var meant = closest(path, images, function (image) { return image.src; });
    meant.forEach(function (image) { image.src = fresh(image.src); });
    return meant.length > 0;
  }

  // Shared helpers.

  function list(name) { return Array.prototype.slice.call(document.getElementsByTagName(name)); }

  // Those whose address ends like the path, by the most folders; none when not even the file's name is the
  // same.
  function closest(path, elements, addressOf) {
    var best = 0;
    var ranked = elements.map(function (element) {
      var rank = commonEnd(parts(path), parts(pathOf(addressOf(element))));
      best = Math.max(best, rank);
      return { element: element, rank: rank };
    });
    return ranked.filter(function (entry) { return best > 0 && entry.rank === best; })
      .map(function (entry) { return entry.element; });
  }

  function parts(path) { return path.split("/").filter(Boolean).reverse(); }

  function commonEnd(one, other) {
    var count = 0;
    while (count < one.length && one[count] === other[count]) count += 1;
    return count;
  }

  function pathOf(address) {
    try {
      return decodeURIComponent(new URL(address, window.location.href).pathname);
    } catch (error) {
      return "";
    }
  }

  // The address with a changed query, so that no cache answers.
  function fresh(address) {
    number += 1;
    var url = new URL(address, window.location.href);
    url.searchParams.set("livereload", Date.now() + "." + number);
    return url.href;
  }

  window.LiveReload = {
    shutDown: function () {
      isOver = true;
      if (timer !== null) clearTimeout(timer);
      if (socket) socket.close();
    }
  };
  connect();
})();
