/// libcurl's option numbers from `curl/curl.h` (7.85 and later). Each is the sum of a base for its type
/// (10000 for pointers and text, 20000 for functions, 30000 for 64-bit values) and its own number. They never
/// change.
enum CurlOption {
  static let writeData: Int32 = 10_001  // CURLOPT_WRITEDATA
  static let url: Int32 = 10_002  // CURLOPT_URL
  static let proxy: Int32 = 10_004  // CURLOPT_PROXY
  static let readData: Int32 = 10_009  // CURLOPT_READDATA
  static let userAgent: Int32 = 10_018  // CURLOPT_USERAGENT
  static let headers: Int32 = 10_023  // CURLOPT_HTTPHEADER
  static let headerData: Int32 = 10_029  // CURLOPT_HEADERDATA
  static let method: Int32 = 10_036  // CURLOPT_CUSTOMREQUEST
  static let userName: Int32 = 10_173  // CURLOPT_USERNAME
  static let password: Int32 = 10_174  // CURLOPT_PASSWORD
  static let awsSignature: Int32 = 10_305  // CURLOPT_AWS_SIGV4
  static let protocols: Int32 = 10_318  // CURLOPT_PROTOCOLS_STR
  static let redirectProtocols: Int32 = 10_319  // CURLOPT_REDIR_PROTOCOLS_STR
  static let writeFunction: Int32 = 20_011  // CURLOPT_WRITEFUNCTION
  static let readFunction: Int32 = 20_012  // CURLOPT_READFUNCTION
  static let headerFunction: Int32 = 20_079  // CURLOPT_HEADERFUNCTION
  static let uploadSize: Int32 = 30_115  // CURLOPT_INFILESIZE_LARGE
  static let noBody: Int32 = 44  // CURLOPT_NOBODY
  static let upload: Int32 = 46  // CURLOPT_UPLOAD
  static let netrc: Int32 = 51  // CURLOPT_NETRC
  static let followLocation: Int32 = 52  // CURLOPT_FOLLOWLOCATION
  static let maximumRedirects: Int32 = 68  // CURLOPT_MAXREDIRS
  static let noSignal: Int32 = 99  // CURLOPT_NOSIGNAL
  static let authentication: Int32 = 107  // CURLOPT_HTTPAUTH
  static let timeout: Int32 = 155  // CURLOPT_TIMEOUT_MS
  static let connectTimeout: Int32 = 156  // CURLOPT_CONNECTTIMEOUT_MS
  static let pathAsIs: Int32 = 234  // CURLOPT_PATH_AS_IS

  static let responseCode: Int32 = 0x20_0002  // CURLINFO_RESPONSE_CODE
  static let requestSize: Int32 = 0x20_000C  // CURLINFO_REQUEST_SIZE

  /// CURLE_OPERATION_TIMEDOUT.
  static let timedOut: Int32 = 28
  /// CURL_NETRC_OPTIONAL.
  static let netrcOptional = 1
  /// CURLAUTH_BASIC.
  static let basic = 1
}
