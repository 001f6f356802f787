#include "CScriptPrelude.h"

// `#embed` is C23; older standards take it with this warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

// In the order in which the files build on one another.
static const unsigned char text[] = {
#embed "../HybridScript/World/Prelude/Core.js" suffix(, )
#embed "../HybridScript/World/Prelude/Events.js" suffix(, )
#embed "../HybridScript/World/Prelude/Nodes.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lists.js" suffix(, )
#embed "../HybridScript/World/Prelude/Elements.js" suffix(, )
#embed "../HybridScript/World/Prelude/Controls.js" suffix(, )
#embed "../HybridScript/World/Prelude/Validation.js" suffix(, )
#embed "../HybridScript/World/Prelude/Forms.js" suffix(, )
#embed "../HybridScript/World/Prelude/Dialogs.js" suffix(, )
#embed "../HybridScript/World/Prelude/Document.js" suffix(, )
#embed "../HybridScript/World/Prelude/Interfaces.js" suffix(, )
#embed "../HybridScript/World/Prelude/Attributes.js" suffix(, )
#embed "../HybridScript/World/Prelude/Documents.js" suffix(, )
#embed "../HybridScript/World/Prelude/Traversal.js" suffix(, )
#embed "../HybridScript/World/Prelude/Ranges.js" suffix(, )
#embed "../HybridScript/World/Prelude/Console.js" suffix(, )
#embed "../HybridScript/World/Prelude/Timers.js" suffix(, )
#embed "../HybridScript/World/Prelude/URL.js" suffix(, )
#embed "../HybridScript/World/Prelude/Text.js" suffix(, )
#embed "../HybridScript/World/Prelude/EventKinds.js" suffix(, )
#embed "../HybridScript/World/Prelude/History.js" suffix(, )
#embed "../HybridScript/World/Prelude/Clone.js" suffix(, )
#embed "../HybridScript/World/Prelude/Encodings.js" suffix(, )
#embed "../HybridScript/World/Prelude/Blobs.js" suffix(, )
#embed "../HybridScript/World/Prelude/Streams.js" suffix(, )
#embed "../HybridScript/World/Prelude/Crypto.js" suffix(, )
#embed "../HybridScript/World/Prelude/Storage.js" suffix(, )
#embed "../HybridScript/World/Prelude/Device.js" suffix(, )
#embed "../HybridScript/World/Prelude/Network.js" suffix(, )
#embed "../HybridScript/World/Prelude/Images.js" suffix(, )
#embed "../HybridScript/World/Prelude/Observers.js" suffix(, )
#embed "../HybridScript/World/Prelude/Animations.js" suffix(, )
#embed "../HybridScript/World/Prelude/Token.js" suffix(, )
#embed "../HybridScript/World/Prelude/Package.js" suffix(, )
#embed "../HybridScript/World/Prelude/Aria.js" suffix(, )
#embed "../HybridScript/World/Prelude/XPath.js" suffix(, )
#embed "../HybridScript/World/Prelude/Entries.js" suffix(, )
};

HybridScriptPrelude HybridScriptPreludeText(void) {
  HybridScriptPrelude prelude = {text, sizeof text};
  return prelude;
}
