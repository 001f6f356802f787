/// The side of native modules that scripts see: `NativeModules`, `NativeEventEmitter` and
/// `DeviceEventEmitter`.
///
/// An expression: a function that takes the native functions and the description of the modules, and gives
/// the functions that answers and events go through. It uses nothing that scripts can replace afterwards.
let modulesPrelude = #"""
  (function (native, list) {
    'use strict'
    const {stringify, parse} = JSON
    const {create, freeze, assign, defineProperty} = Object
    const {isFinite} = Number
    const {apply} = Reflect
    const NativePromise = Promise, NativeError = Error, NativeTypeError = TypeError
    const pending = create(null)
    const listeners = create(null)
    let lastCall = 0

    // An argument as JSON, or an error that says which argument it is.
    function encode(label, value, number) {
      const text = stringify(value, (key, member) => {
        if (typeof member === 'function') {
          throw new NativeTypeError(`${label}: argument ${number} holds a function`)
        }
        if (typeof member === 'number' && !isFinite(member)) {
          throw new NativeTypeError(
            `${label}: argument ${number} holds ${member}, which is not a finite number`)
        }
        return member
      })
      return text === undefined ? 'null' : text
    }

    function encodeAll(label, args, count) {
      let text = '['
      for (let i = 0; i < count; i++) {
        if (i > 0) text += ','
        text += encode(label, args[i], i + 1)
      }
      return text + ']'
    }

    function method(module, name, kind) {
      const label = `${module}.${name}`
      if (kind === 'sync') {
        return (...args) => {
          const result = native.call(module, name, encodeAll(label, args, args.length), 0, 0)
          return result === undefined ? undefined : parse(result)
        }
      }
      if (kind === 'promise') {
        return (...args) => new NativePromise((resolve, reject) => {
          const text = encodeAll(label, args, args.length)
          const call = ++lastCall
          pending[call] = {success: resolve, failure: reject, isPromise: true}
          try { native.call(module, name, text, call, 0) } catch (error) {
            delete pending[call]
            throw error
          }
        })
      }
      return (...args) => {
        // Success is last, failure before it.
        let count = args.length
        const takeCallback = () =>
          count > 0 && typeof args[count - 1] === 'function' ? args[--count] : undefined
        const success = takeCallback()
        const failure = success && takeCallback()
        const text = encodeAll(label, args, count)
        const call = ++lastCall
        if (success) pending[call] = {success, failure, isPromise: false}
        try { native.call(module, name, text, call, args.length - count) } catch (error) {
          delete pending[call]
          throw error
        }
      }
    }

    const modules = create(null)
    for (const description of list) {
      const module = create(null)
      assign(module, description.constants)
      module.getConstants = () => assign({}, description.constants)
      description.methods.forEach((name, index) => {
        const kind = description.syncs.includes(index) ? 'sync'
          : description.promises.includes(index) ? 'promise' : 'callback'
        module[name] = method(description.name, name, kind)
      })
      defineProperty(module, 'moduleName', {value: description.name})
      modules[description.name] = freeze(module)
    }

    // A copy of a list without one entry, made without iterators, which scripts can replace.
    function without(list, entry) {
      const rest = []
      for (let i = 0; list && i < list.length; i++) if (list[i] !== entry) rest[rest.length] = list[i]
      return rest
    }

    // One list of listeners for each event; an emitter of a module also counts in that module.
    function add(module, type, listener, self) {
      if (typeof listener !== 'function') {
        throw new NativeTypeError(`the listener of '${type}' is not a function`)
      }
      type = `${type}`
      if (module !== undefined) native.observe(module, type, 1)
      const entry = {listener, self, module, isOn: true}
      listeners[type] = without(listeners[type], undefined)
      listeners[type][listeners[type].length] = entry
      return {
        remove() {
          if (!entry.isOn) return
          entry.isOn = false
          listeners[type] = without(listeners[type], entry)
          if (module !== undefined) native.observe(module, type, -1)
        }
      }
    }

    class NativeEventEmitter {
      #module
      #subscriptions = []
      constructor(module) {
        this.#module = module === undefined || module === null ? undefined
          : typeof module === 'string' ? module : module.moduleName
      }
      addListener(type, listener, self) {
        const subscription = add(this.#module, type, listener, self)
        const entry = {type: `${type}`, subscription}
        this.#subscriptions[this.#subscriptions.length] = entry
        return {
          remove: () => {
            this.#subscriptions = without(this.#subscriptions, entry)
            subscription.remove()
          }
        }
      }
      removeAllListeners(type) {
        const rest = []
        for (let i = 0; i < this.#subscriptions.length; i++) {
          const entry = this.#subscriptions[i]
          if (type === undefined || entry.type === `${type}`) entry.subscription.remove()
          else rest[rest.length] = entry
        }
        this.#subscriptions = rest
      }
      listenerCount(type) { return (listeners[`${type}`] || []).length }
      emit(type, ...args) { emitAll(`${type}`, args) }
    }

    // Every listener hears the event, whatever the others throw; the first error is thrown in the end.
    function emitAll(type, args) {
      let first, hasFailed = false
      // A list is never changed, so listeners can be added and removed meanwhile.
      const list = listeners[type] || []
      for (let i = 0; i < list.length; i++) {
        const entry = list[i]
        if (!entry.isOn) continue
        try { apply(entry.listener, entry.self, args) } catch (error) {
          if (!hasFailed) { first = error; hasFailed = true }
        }
      }
      if (hasFailed) throw first
    }

    globalThis.NativeModules = freeze(modules)
    globalThis.NativeEventEmitter = NativeEventEmitter
    globalThis.DeviceEventEmitter = new NativeEventEmitter()

    return {
      settle(call, isSuccess, text) {
        const entry = pending[call]
        if (!entry) return
        delete pending[call]
        const values = parse(text)
        if (!isSuccess) {
          const {message, ...rest} = values[0]
          const error = assign(new NativeError(message), rest)
          if (entry.failure) entry.failure(error)
          else if (entry.isPromise === false) throw error
          return
        }
        if (entry.isPromise) entry.success(values[0])
        else apply(entry.success, undefined, values)
      },
      emit(type, text) { emitAll(type, [parse(text)]) },
    }
  })
  """#
