// Written by Tools/web-platform-names: do not edit.

/// The names that browsers have, so that an error can tell a missing Web API from a misspelt name.
package enum WebPlatformNames {
  /// Properties of the window.
  package static let globals = names(
    """
    AbortController AbortSignal AbsoluteOrientationSensor AbstractRange Accelerometer AnalyserNode Animation
    AnimationEffect AnimationEvent AnimationPlaybackEvent AnimationTimeline AnimationTrigger Attr Audio
    AudioBuffer AudioBufferSourceNode AudioContext AudioData AudioDecoder AudioDestinationNode AudioEncoder
    AudioListener AudioNode AudioParam AudioParamMap AudioPlaybackStats AudioProcessingEvent
    AudioScheduledSourceNode AudioSinkInfo AudioWorklet AudioWorkletNode AuthenticatorAssertionResponse
    AuthenticatorAttestationResponse AuthenticatorResponse BackgroundFetchManager BackgroundFetchRecord
    BackgroundFetchRegistration BarProp BarcodeDetector BaseAudioContext BatteryManager
    BeforeInstallPromptEvent BeforeUnloadEvent BiquadFilterNode Blob BlobEvent BroadcastChannel
    BrowserCaptureMediaStreamTrack ByteLengthQueuingStrategy CDATASection CSPViolationReportBody CSS
    CSSAnimation CSSConditionRule CSSContainerRule CSSCounterStyleRule CSSFontFaceRule
    CSSFontFeatureValuesRule CSSFontPaletteValuesRule CSSFunctionDeclarations CSSFunctionDescriptors
    CSSFunctionRule CSSGroupingRule CSSImageValue CSSImportRule CSSKeyframeRule CSSKeyframesRule
    CSSKeywordValue CSSLayerBlockRule CSSLayerStatementRule CSSMarginRule CSSMathClamp CSSMathInvert
    CSSMathMax CSSMathMin CSSMathNegate CSSMathProduct CSSMathSum CSSMathValue CSSMatrixComponent
    CSSMediaRule CSSNamespaceRule CSSNestedDeclarations CSSNumericArray CSSNumericValue CSSPageRule
    CSSPerspective CSSPositionTryDescriptors CSSPositionTryRule CSSPositionValue CSSPropertyRule
    CSSPseudoElement CSSRotate CSSRule CSSRuleList CSSScale CSSScopeRule CSSSkew CSSSkewX CSSSkewY
    CSSStartingStyleRule CSSStyleDeclaration CSSStyleRule CSSStyleSheet CSSStyleValue CSSSupportsRule
    CSSTransformComponent CSSTransformValue CSSTransition CSSTranslate CSSUnitValue CSSUnparsedValue
    CSSVariableReferenceValue CSSViewTransitionRule Cache CacheStorage CanvasCaptureMediaStreamTrack
    CanvasGradient CanvasPattern CanvasRenderingContext2D CaptureController CaretPosition ChannelMergerNode
    ChannelSplitterNode ChapterInformation CharacterBoundsUpdateEvent CharacterData Clipboard
    ClipboardChangeEvent ClipboardEvent ClipboardItem CloseEvent CloseWatcher CommandEvent Comment
    CompositionEvent CompressionStream ConstantSourceNode ContactsManager
    ContentVisibilityAutoStateChangeEvent ConvolverNode CookieChangeEvent CookieStore CookieStoreManager
    CountQueuingStrategy CrashReportContext CreateMonitor Credential CredentialsContainer CropTarget Crypto
    CryptoKey CustomElementRegistry CustomEvent CustomStateSet DOMError DOMException DOMImplementation
    DOMMatrix DOMMatrixReadOnly DOMParser DOMPoint DOMPointReadOnly DOMQuad DOMRect DOMRectList
    DOMRectReadOnly DOMStringList DOMStringMap DOMTokenList DataTransfer DataTransferItem
    DataTransferItemList DecompressionStream DelayNode DelegatedInkTrailPresenter DeviceMotionEvent
    DeviceMotionEventAcceleration DeviceMotionEventRotationRate DeviceOrientationEvent DevicePosture
    DigitalCredential Document DocumentFragment DocumentPictureInPicture DocumentPictureInPictureEvent
    DocumentTimeline DocumentType DragEvent DynamicsCompressorNode EditContext Element ElementInternals
    EncodedAudioChunk EncodedVideoChunk ErrorEvent Event EventCounts EventSource EventTarget External
    EyeDropper FaceDetector FeaturePolicy FederatedCredential Fence FencedFrameConfig FetchLaterResult File
    FileList FileReader FileSystemDirectoryHandle FileSystemFileHandle FileSystemHandle FileSystemObserver
    FileSystemWritableFileStream FocusEvent FontData FontFace FontFaceSet FontFaceSetLoadEvent FormData
    FormDataEvent FragmentDirective GPU GPUAdapter GPUAdapterInfo GPUBindGroup GPUBindGroupLayout GPUBuffer
    GPUBufferUsage GPUCanvasContext GPUColorWrite GPUCommandBuffer GPUCommandEncoder GPUCompilationInfo
    GPUCompilationMessage GPUComputePassEncoder GPUComputePipeline GPUDevice GPUDeviceLostInfo GPUError
    GPUExternalTexture GPUInternalError GPUMapMode GPUOutOfMemoryError GPUPipelineError GPUPipelineLayout
    GPUQuerySet GPUQueue GPURenderBundle GPURenderBundleEncoder GPURenderPassEncoder GPURenderPipeline
    GPUSampler GPUShaderModule GPUShaderStage GPUSupportedFeatures GPUSupportedLimits GPUTexture
    GPUTextureUsage GPUTextureView GPUUncapturedErrorEvent GPUValidationError GainNode Gamepad GamepadButton
    GamepadEvent GamepadHapticActuator Geolocation GeolocationCoordinates GeolocationPosition
    GeolocationPositionError GravitySensor Gyroscope HID HIDConnectionEvent HIDDevice HIDInputReportEvent
    HTMLAllCollection HTMLAnchorElement HTMLAreaElement HTMLAudioElement HTMLBRElement HTMLBaseElement
    HTMLBodyElement HTMLButtonElement HTMLCameraElement HTMLCanvasElement HTMLCollection HTMLDListElement
    HTMLDataElement HTMLDataListElement HTMLDetailsElement HTMLDialogElement HTMLDirectoryElement
    HTMLDivElement HTMLDocument HTMLElement HTMLEmbedElement HTMLFencedFrameElement HTMLFieldSetElement
    HTMLFontElement HTMLFormControlsCollection HTMLFormElement HTMLFrameElement HTMLFrameSetElement
    HTMLGeolocationElement HTMLHRElement HTMLHeadElement HTMLHeadingElement HTMLHtmlElement
    HTMLIFrameElement HTMLImageElement HTMLInputElement HTMLLIElement HTMLLabelElement HTMLLegendElement
    HTMLLinkElement HTMLMapElement HTMLMarqueeElement HTMLMediaElement HTMLMenuElement HTMLMetaElement
    HTMLMeterElement HTMLMicrophoneElement HTMLModElement HTMLOListElement HTMLObjectElement
    HTMLOptGroupElement HTMLOptionElement HTMLOptionsCollection HTMLOutputElement HTMLParagraphElement
    HTMLParamElement HTMLPictureElement HTMLPreElement HTMLProgressElement HTMLQuoteElement
    HTMLScriptElement HTMLSelectElement HTMLSelectedContentElement HTMLSlotElement HTMLSourceElement
    HTMLSpanElement HTMLStyleElement HTMLTableCaptionElement HTMLTableCellElement HTMLTableColElement
    HTMLTableElement HTMLTableRowElement HTMLTableSectionElement HTMLTemplateElement HTMLTextAreaElement
    HTMLTimeElement HTMLTitleElement HTMLTrackElement HTMLUListElement HTMLUnknownElement
    HTMLUserMediaElement HTMLVideoElement HashChangeEvent Headers Highlight HighlightRegistry History
    IDBCursor IDBCursorWithValue IDBDatabase IDBFactory IDBIndex IDBKeyRange IDBObjectStore IDBOpenDBRequest
    IDBRecord IDBRequest IDBTransaction IDBVersionChangeEvent IIRFilterNode IdentityCredential
    IdentityCredentialError IdentityProvider IdleDeadline IdleDetector Image ImageBitmap
    ImageBitmapRenderingContext ImageCapture ImageData ImageDecoder ImageTrack ImageTrackList Ink
    InputDeviceCapabilities InputDeviceInfo InputEvent IntegrityViolationReportBody
    InteractionContentfulPaint InterestEvent IntersectionObserver IntersectionObserverEntry Keyboard
    KeyboardEvent KeyboardLayoutMap KeyframeEffect LanguageDetector LanguageModel LargestContentfulPaint
    LaunchParams LaunchQueue LayoutShift LayoutShiftAttribution LinearAccelerationSensor Location Lock
    LockManager MIDIAccess MIDIConnectionEvent MIDIInput MIDIInputMap MIDIMessageEvent MIDIOutput
    MIDIOutputMap MIDIPort MathMLElement MediaCapabilities MediaDeviceInfo MediaDevices
    MediaElementAudioSourceNode MediaEncryptedEvent MediaError MediaKeyMessageEvent MediaKeySession
    MediaKeyStatusMap MediaKeySystemAccess MediaKeys MediaList MediaMetadata MediaQueryList
    MediaQueryListEvent MediaRecorder MediaSession MediaSource MediaSourceHandle MediaStream
    MediaStreamAudioDestinationNode MediaStreamAudioSourceNode MediaStreamEvent MediaStreamTrack
    MediaStreamTrackAudioStats MediaStreamTrackEvent MediaStreamTrackGenerator MediaStreamTrackProcessor
    MediaStreamTrackVideoStats MessageChannel MessageEvent MessagePort MimeType MimeTypeArray MouseEvent
    MutationObserver MutationRecord NDEFReader NamedNodeMap NavigateEvent Navigation NavigationActivation
    NavigationCurrentEntryChangeEvent NavigationDestination NavigationHistoryEntry
    NavigationPrecommitController NavigationPreloadManager NavigationTransition Navigator NavigatorLogin
    NavigatorManagedData NavigatorUAData NetworkInformation Node NodeFilter NodeIterator NodeList NodeRange
    NotRestoredReasonDetails NotRestoredReasons Notification OTPCredential Observable
    OfflineAudioCompletionEvent OfflineAudioContext OffscreenCanvas OffscreenCanvasRenderingContext2D
    OpaqueRange Option OrientationSensor Origin OscillatorNode OverconstrainedError PageRevealEvent
    PageSwapEvent PageTransitionEvent PannerNode PasswordCredential Path2D PaymentAddress PaymentManager
    PaymentMethodChangeEvent PaymentRequest PaymentRequestUpdateEvent PaymentResponse Performance
    PerformanceElementTiming PerformanceEntry PerformanceEventTiming PerformanceLongAnimationFrameTiming
    PerformanceLongTaskTiming PerformanceMark PerformanceMeasure PerformanceNavigation
    PerformanceNavigationTiming PerformanceObserver PerformanceObserverEntryList PerformancePaintTiming
    PerformanceResourceTiming PerformanceScriptTiming PerformanceServerTiming PerformanceSoftNavigation
    PerformanceTiming PerformanceTimingConfidence PeriodicSyncManager PeriodicWave PermissionStatus
    Permissions PermissionsPolicy PictureInPictureEvent PictureInPictureWindow Plugin PluginArray
    PointerEvent PopStateEvent Presentation PresentationAvailability PresentationConnection
    PresentationConnectionAvailableEvent PresentationConnectionCloseEvent PresentationConnectionList
    PresentationReceiver PresentationRequest PressureObserver PressureRecord ProcessingInstruction Profiler
    ProgressEvent PromiseRejectionEvent ProtectedAudience PublicKeyCredential PushManager PushSubscription
    PushSubscriptionOptions QuotaExceededError RTCCertificate RTCDTMFSender RTCDTMFToneChangeEvent
    RTCDataChannel RTCDataChannelEvent RTCDtlsTransport RTCEncodedAudioFrame RTCEncodedVideoFrame RTCError
    RTCErrorEvent RTCIceCandidate RTCIceTransport RTCPeerConnection RTCPeerConnectionIceErrorEvent
    RTCPeerConnectionIceEvent RTCRtpReceiver RTCRtpScriptTransform RTCRtpSender RTCRtpTransceiver
    RTCSctpTransport RTCSessionDescription RTCStatsReport RTCTrackEvent RadioNodeList Range
    ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest
    ReadableStreamDefaultController ReadableStreamDefaultReader RelativeOrientationSensor RemotePlayback
    ReportBody ReportingObserver Request ResizeObserver ResizeObserverEntry ResizeObserverSize Response
    RestrictionTarget SVGAElement SVGAngle SVGAnimateElement SVGAnimateMotionElement
    SVGAnimateTransformElement SVGAnimatedAngle SVGAnimatedBoolean SVGAnimatedEnumeration SVGAnimatedInteger
    SVGAnimatedLength SVGAnimatedLengthList SVGAnimatedNumber SVGAnimatedNumberList
    SVGAnimatedPreserveAspectRatio SVGAnimatedRect SVGAnimatedString SVGAnimatedTransformList
    SVGAnimationElement SVGCircleElement SVGClipPathElement SVGComponentTransferFunctionElement
    SVGDefsElement SVGDescElement SVGElement SVGEllipseElement SVGFEBlendElement SVGFEColorMatrixElement
    SVGFEComponentTransferElement SVGFECompositeElement SVGFEConvolveMatrixElement
    SVGFEDiffuseLightingElement SVGFEDisplacementMapElement SVGFEDistantLightElement SVGFEDropShadowElement
    SVGFEFloodElement SVGFEFuncAElement SVGFEFuncBElement SVGFEFuncGElement SVGFEFuncRElement
    SVGFEGaussianBlurElement SVGFEImageElement SVGFEMergeElement SVGFEMergeNodeElement
    SVGFEMorphologyElement SVGFEOffsetElement SVGFEPointLightElement SVGFESpecularLightingElement
    SVGFESpotLightElement SVGFETileElement SVGFETurbulenceElement SVGFilterElement SVGForeignObjectElement
    SVGGElement SVGGeometryElement SVGGradientElement SVGGraphicsElement SVGImageElement SVGLength
    SVGLengthList SVGLineElement SVGLinearGradientElement SVGMPathElement SVGMarkerElement SVGMaskElement
    SVGMatrix SVGMetadataElement SVGNumber SVGNumberList SVGPathElement SVGPatternElement SVGPoint
    SVGPointList SVGPolygonElement SVGPolylineElement SVGPreserveAspectRatio SVGRadialGradientElement
    SVGRect SVGRectElement SVGSVGElement SVGScriptElement SVGSetElement SVGStopElement SVGStringList
    SVGStyleElement SVGSwitchElement SVGSymbolElement SVGTSpanElement SVGTextContentElement SVGTextElement
    SVGTextPathElement SVGTextPositioningElement SVGTitleElement SVGTransform SVGTransformList SVGUnitTypes
    SVGUseElement SVGViewElement Sanitizer Scheduler Scheduling Screen ScreenDetailed ScreenDetails
    ScreenOrientation ScriptProcessorNode ScrollTimeline SecurityPolicyViolationEvent Selection Sensor
    SensorErrorEvent Serial SerialPort ServiceWorker ServiceWorkerContainer ServiceWorkerRegistration
    ShadowRoot SharedArrayBuffer SharedWorker SnapEvent SourceBuffer SourceBufferList SpeechGrammar
    SpeechGrammarList SpeechRecognition SpeechRecognitionErrorEvent SpeechRecognitionEvent
    SpeechRecognitionPhrase SpeechSynthesis SpeechSynthesisErrorEvent SpeechSynthesisEvent
    SpeechSynthesisUtterance SpeechSynthesisVoice StaticRange StereoPannerNode Storage StorageBucket
    StorageBucketManager StorageEvent StorageManager StylePropertyMap StylePropertyMapReadOnly StyleSheet
    StyleSheetList SubmitEvent Subscriber SubtleCrypto Summarizer SyncManager TaskAttributionTiming
    TaskController TaskPriorityChangeEvent TaskSignal Temporal Text TextDecoder TextDecoderStream
    TextEncoder TextEncoderStream TextEvent TextFormat TextFormatUpdateEvent TextMetrics TextTrack
    TextTrackCue TextTrackCueList TextTrackList TextUpdateEvent TimeRanges TimelineTrigger
    TimelineTriggerRange TimelineTriggerRangeList ToggleEvent Touch TouchEvent TouchList TrackEvent
    TransformStream TransformStreamDefaultController TransitionEvent Translator TreeWalker TrustedHTML
    TrustedScript TrustedScriptURL TrustedTypePolicy TrustedTypePolicyFactory UIEvent URL URLPattern
    URLSearchParams USB USBAlternateInterface USBConfiguration USBConnectionEvent USBDevice USBEndpoint
    USBInTransferResult USBInterface USBIsochronousInTransferPacket USBIsochronousInTransferResult
    USBIsochronousOutTransferPacket USBIsochronousOutTransferResult USBOutTransferResult UserActivation
    VTTCue ValidityState VideoColorSpace VideoDecoder VideoEncoder VideoFrame VideoPlaybackQuality
    ViewTimeline ViewTransition ViewTransitionTypeSet Viewport VirtualKeyboard
    VirtualKeyboardGeometryChangeEvent VisibilityStateEntry VisualViewport WGSLLanguageFeatures WakeLock
    WakeLockSentinel WaveShaperNode WebAssembly WebGL2RenderingContext WebGLActiveInfo WebGLBuffer
    WebGLContextEvent WebGLFramebuffer WebGLObject WebGLProgram WebGLQuery WebGLRenderbuffer
    WebGLRenderingContext WebGLSampler WebGLShader WebGLShaderPrecisionFormat WebGLSync WebGLTexture
    WebGLTransformFeedback WebGLUniformLocation WebGLVertexArrayObject WebKitCSSMatrix
    WebKitMutationObserver WebSocket WebSocketError WebSocketStream WebTransport
    WebTransportBidirectionalStream WebTransportDatagramDuplexStream WebTransportError WheelEvent Window
    WindowControlsOverlay WindowControlsOverlayGeometryChangeEvent Worker Worklet WritableStream
    WritableStreamDefaultController WritableStreamDefaultWriter XMLDocument XMLHttpRequest
    XMLHttpRequestEventTarget XMLHttpRequestUpload XMLSerializer XPathEvaluator XPathExpression XPathResult
    XRAnchor XRAnchorSet XRBoundedReferenceSpace XRCPUDepthInformation XRCamera XRCompositionLayer
    XRCubeLayer XRCylinderLayer XRDOMOverlayState XRDepthInformation XREquirectLayer XRFrame XRHand
    XRHitTestResult XRHitTestSource XRInputSource XRInputSourceArray XRInputSourceEvent
    XRInputSourcesChangeEvent XRJointPose XRJointSpace XRLayer XRLayerEvent XRLightEstimate XRLightProbe
    XRPlane XRPlaneSet XRPose XRProjectionLayer XRQuadLayer XRRay XRReferenceSpace XRReferenceSpaceEvent
    XRRenderState XRRigidTransform XRSession XRSessionEvent XRSpace XRSubImage XRSystem
    XRTransientInputHitTestResult XRTransientInputHitTestSource XRView XRViewerPose XRViewport
    XRVisibilityMaskChangeEvent XRWebGLBinding XRWebGLDepthInformation XRWebGLLayer XRWebGLSubImage
    XSLTProcessor alert atob blur btoa caches cancelAnimationFrame cancelIdleCallback captureEvents
    clearInterval clearTimeout clientInformation close closed confirm console cookieStore crashReport
    createImageBitmap credentialless crossOriginIsolated crypto customElements devicePixelRatio document
    documentPictureInPicture event external fence fetch fetchLater find focus frameElement frames
    getComputedStyle getScreenDetails getSelection history indexedDB innerHeight innerWidth isSecureContext
    launchQueue length localStorage location locationbar matchMedia menubar moveBy moveTo name navigation
    navigator offscreenBuffering open opener origin originAgentCluster outerHeight outerWidth pageXOffset
    pageYOffset parent performance personalbar postMessage print prompt queryLocalFonts queueMicrotask
    releaseEvents reportError requestAnimationFrame requestIdleCallback requestResize resizeBy resizeTo
    scheduler screen screenLeft screenTop screenX screenY scroll scrollBy scrollTo scrollX scrollY
    scrollbars self sessionStorage setInterval setTimeout showDirectoryPicker showOpenFilePicker
    showSaveFilePicker speechSynthesis status statusbar stop structuredClone styleMedia toolbar top
    trustedTypes viewport visualViewport webkitCancelAnimationFrame webkitMediaStream
    webkitRTCPeerConnection webkitRequestAnimationFrame webkitRequestFileSystem
    webkitResolveLocalFileSystemURL webkitSpeechGrammar webkitSpeechGrammarList webkitSpeechRecognition
    webkitSpeechRecognitionError webkitSpeechRecognitionEvent webkitURL window
    """)

  /// Members of `navigator`.
  package static let navigator = names(
    """
    adAuctionComponents appCodeName appName appVersion bluetooth canLoadAdAuctionFencedFrame canShare
    clearAppBadge clearOriginJoinedAdInterestGroups clipboard connection contacts cookieEnabled
    cpuPerformance createAuctionNonce credentials deprecatedReplaceInURN
    deprecatedRunAdAuctionEnforcesKAnonymity deprecatedURNToURL deviceMemory devicePosture doNotTrack
    geolocation getBattery getGamepads getInstalledRelatedApps getInterestGroupAdAuctionData getUserMedia
    gpu hardwareConcurrency hid ink javaEnabled joinAdInterestGroup keyboard language languages
    leaveAdInterestGroup locks login managed maxTouchPoints mediaCapabilities mediaDevices mediaSession
    mimeTypes onLine pdfViewerEnabled permissions platform plugins presentation product productSub
    protectedAudience registerProtocolHandler requestMIDIAccess requestMediaKeySystemAccess runAdAuction
    scheduling sendBeacon serial serviceWorker setAppBadge share storage storageBuckets
    unregisterProtocolHandler updateAdInterestGroups usb userActivation userAgent userAgentData vendor
    vendorSub vibrate virtualKeyboard wakeLock webdriver webkitGetUserMedia webkitPersistentStorage
    webkitTemporaryStorage windowControlsOverlay xr
    """)

  /// Members of `document`.
  package static let document = names(
    """
    URL activeElement activeViewTransition adoptNode adoptedStyleSheets alinkColor all anchors append
    applets ariaNotify bgColor body browsingTopics captureEvents caretPositionFromPoint caretRangeFromPoint
    characterSet charset childElementCount children clear close compatMode contentType cookie
    createAttribute createAttributeNS createCDATASection createComment createDocumentFragment createElement
    createElementNS createEvent createExpression createNSResolver createNodeIterator
    createProcessingInstruction createRange createTextNode createTreeWalker currentScript
    customElementRegistry defaultView designMode dir doctype documentElement documentURI domain
    elementFromPoint elementsFromPoint embeds evaluate execCommand exitFullscreen exitPictureInPicture
    exitPointerLock featurePolicy fgColor firstElementChild fonts forms fragmentDirective fullscreen
    fullscreenElement fullscreenEnabled getAnimations getElementById getElementsByClassName
    getElementsByName getElementsByTagName getElementsByTagNameNS getSelection hasFocus hasPrivateToken
    hasRedemptionRecord hasStorageAccess hasUnpartitionedCookieAccess head hidden images implementation
    importNode inputEncoding lastElementChild lastModified linkColor links moveBefore open
    pictureInPictureElement pictureInPictureEnabled plugins pointerLockElement prepend prerendering
    queryCommandEnabled queryCommandIndeterm queryCommandState queryCommandSupported queryCommandValue
    querySelector querySelectorAll readyState referrer releaseEvents replaceChildren requestStorageAccess
    rootElement scripts scrollingElement startViewTransition styleSheets timeline title visibilityState
    vlinkColor wasDiscarded webkitCancelFullScreen webkitCurrentFullScreenElement webkitExitFullscreen
    webkitFullscreenElement webkitFullscreenEnabled webkitHidden webkitIsFullScreen webkitVisibilityState
    write writeln xmlEncoding xmlStandalone xmlVersion
    """)

  /// Members of `location`.
  package static let location = names(
    """
    ancestorOrigins assign hash host hostname href origin pathname port protocol reload replace search
    toString valueOf
    """)

  /// Members of `history`.
  package static let history = names(
    """
    back forward go length pushState replaceState scrollRestoration state
    """)

  /// Members of `screen`.
  package static let screen = names(
    """
    availHeight availLeft availTop availWidth colorDepth height isExtended orientation pixelDepth width
    """)

  /// Members of `performance`.
  package static let performance = names(
    """
    clearMarks clearMeasures clearResourceTimings eventCounts getEntries getEntriesByName getEntriesByType
    interactionCount mark measure memory navigation now setResourceTimingBufferSize timeOrigin timing toJSON
    """)

  /// Members of nodes.
  package static let nodes = names(
    """
    ATTRIBUTE_NODE CDATA_SECTION_NODE COMMENT_NODE DOCUMENT_FRAGMENT_NODE DOCUMENT_NODE
    DOCUMENT_POSITION_CONTAINED_BY DOCUMENT_POSITION_CONTAINS DOCUMENT_POSITION_DISCONNECTED
    DOCUMENT_POSITION_FOLLOWING DOCUMENT_POSITION_IMPLEMENTATION_SPECIFIC DOCUMENT_POSITION_PRECEDING
    DOCUMENT_TYPE_NODE ELEMENT_NODE ENTITY_NODE ENTITY_REFERENCE_NODE NOTATION_NODE
    PROCESSING_INSTRUCTION_NODE TEXT_NODE accessKey activeViewTransition addEventListener addTextTrack after
    animate append appendChild appendData ariaActionsElements ariaActiveDescendantElement ariaAtomic
    ariaAutoComplete ariaBrailleLabel ariaBrailleRoleDescription ariaBusy ariaChecked ariaColCount
    ariaColIndex ariaColIndexText ariaColSpan ariaControlsElements ariaCurrent ariaDescribedByElements
    ariaDescription ariaDetailsElements ariaDisabled ariaErrorMessageElements ariaExpanded
    ariaFlowToElements ariaHasPopup ariaHidden ariaInvalid ariaKeyShortcuts ariaLabel ariaLabelledByElements
    ariaLevel ariaLive ariaModal ariaMultiLine ariaMultiSelectable ariaNotify ariaOrientation
    ariaPlaceholder ariaPosInSet ariaPressed ariaReadOnly ariaRelevant ariaRequired ariaRoleDescription
    ariaRowCount ariaRowIndex ariaRowIndexText ariaRowSpan ariaSelected ariaSetSize ariaSort ariaValueMax
    ariaValueMin ariaValueNow ariaValueText assignedElements assignedNodes assignedSlot attachInternals
    attachShadow attributeStyleMap attributes autocapitalize autocorrect autofocus baseURI before blur
    canPlayType cancelVideoFrameCallback captureStream checkValidity checkVisibility childElementCount
    childNodes children classList className click clientHeight clientLeft clientTop clientWidth cloneNode
    closest compareDocumentPosition computedStyleMap contains contentEditable createCaption createTBody
    createTFoot createTHead createValueRange currentCSSZoom customElementRegistry data dataset deleteCaption
    deleteCell deleteData deleteRow deleteTFoot deleteTHead dir dispatchEvent draggable editContext
    elementTiming enterKeyHint firstChild firstElementChild focus focusGroup focusGroupStart getAnimations
    getAttribute getAttributeNS getAttributeNames getAttributeNode getAttributeNodeNS getBoundingClientRect
    getClientRects getContext getElementsByClassName getElementsByTagName getElementsByTagNameNS getHTML
    getRootNode getSVGDocument getVideoPlaybackQuality hasAttribute hasAttributeNS hasAttributes
    hasChildNodes hasPointerCapture hidden hidePopover id inert innerHTML innerText inputMode
    insertAdjacentElement insertAdjacentHTML insertAdjacentText insertBefore insertCell insertData insertRow
    isConnected isContentEditable isDefaultNamespace isEqualNode isSameNode lang lastChild lastElementChild
    length localName lookupNamespaceURI lookupPrefix matches moveBefore namedItem namespaceURI
    nextElementSibling nextSibling nodeName nodeType nodeValue nonce normalize offsetHeight offsetLeft
    offsetParent offsetTop offsetWidth outerHTML outerText ownerDocument parentElement parentNode part
    popover prefix prepend previousElementSibling previousSibling pseudo querySelector querySelectorAll
    releasePointerCapture remove removeAttribute removeAttributeNS removeAttributeNode removeChild
    removeEventListener replaceChild replaceChildren replaceData replaceWith reportValidity requestClose
    requestFullscreen requestPictureInPicture requestPointerLock requestSubmit requestVideoFrameCallback
    role scroll scrollBy scrollHeight scrollIntoView scrollIntoViewIfNeeded scrollLeft scrollTo scrollTop
    scrollWidth setAttribute setAttributeNS setAttributeNode setAttributeNodeNS setConstraints
    setCustomValidity setHTML setHTMLUnsafe setMediaKeys setPointerCapture setRangeText setSelectionRange
    setSinkId shadowRoot showModal showPicker showPopover slot spellcheck splitText startViewTransition
    stepDown stepUp style substringData tabIndex tagName textContent title toBlob toDataURL toString
    toggleAttribute togglePopover transferControlToOffscreen translate virtualKeyboardPolicy
    webkitMatchesSelector webkitRequestFullScreen webkitRequestFullscreen when wholeText writingSuggestions
    """)

  /// Members of events.
  package static let events = names(
    """
    AT_TARGET BUBBLING_PHASE CAPTURING_PHASE DOM_KEY_LOCATION_LEFT DOM_KEY_LOCATION_NUMPAD
    DOM_KEY_LOCATION_RIGHT DOM_KEY_LOCATION_STANDARD NONE altKey bubbles button buttons cancelBubble
    cancelable charCode clientX clientY code composed composedPath ctrlKey currentTarget defaultPrevented
    detail eventPhase fromElement getModifierState initEvent initKeyboardEvent initMouseEvent initUIEvent
    isComposing key keyCode layerX layerY location metaKey movementX movementY offsetX offsetY pageX pageY
    preventDefault pseudoTarget relatedTarget repeat returnValue screenX screenY shiftKey sourceCapabilities
    srcElement stopImmediatePropagation stopPropagation target timeStamp toElement type view which x y
    """)

  private static func names(_ text: String) -> Set<Substring> {
    Set(text.split { $0 == " " || $0 == "\n" })
  }
}
