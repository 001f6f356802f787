# shellcheck shell=bash
# The common set-up of Tools/hybrid and Tools/test, which source this file with `repository` set.

: "${repository:?}"

# Prints a message for the user on standard error. Standard output belongs to the command that follows.
say() { printf '%s\n' "$*" >&2; }

# Prints a message and exits with code 3, which means a fault of this machine, as in `hybrid` itself.
fail() {
  say "$1"
  exit 3
}

# Installs the missing Debian packages of a list in Tools, by default packages.txt.
#
# Querying dpkg takes 20 ms, so a copy of the list is stored once all packages are installed, and only
# compared then.
install_packages() {
  local name=${1:-packages.txt}
  local list stamp="$repository/.build/${name%.txt}.installed"
  list=$(<"$repository/Tools/$name")
  if [ -f "$stamp" ] && [ "$(<"$stamp")" = "$list" ]; then return; fi

  local names=() missing=() line
  while IFS= read -r line; do
    name=${line%%#*}
    name=${name//[[:space:]]/}
    if [ -n "$name" ]; then names+=("$name"); fi
  done <<<"$list"

  if ! command -v dpkg-query >/dev/null; then
    say "hybrid: this is not Debian; what is needed goes there by the names ${names[*]}"
  else
    local installed
    # shellcheck disable=SC2016 # dpkg-query's own variables
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${names[@]}" 2>/dev/null || true)
    for name in "${names[@]}"; do
      if [[ $'\n'$installed$'\n' != *$'\n'"installed $name"$'\n'* ]]; then missing+=("$name"); fi
    done
    if [ ${#missing[@]} -gt 0 ]; then apt_install "${missing[@]}"; fi
  fi
  mkdir -p "$repository/.build"
  printf '%s\n' "$list" >"$stamp"
}

apt_install() {
  local as_root=() log
  local install=(apt-get install -y --no-install-recommends "$@")
  if [ "$EUID" -ne 0 ]; then
    # sudo may ask for a password only at a terminal.
    if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
      as_root=(sudo)
    else
      local line="apt-get update && ${install[*]}" root="su -c"
      if command -v sudo >/dev/null; then root="sudo sh -c"; fi
      say "hybrid: some Debian packages are missing, and installing them takes root. Please run"
      say ""
      say "  $root '$line'"
      say ""
      fail "and then this command again."
    fi
  fi
  say "hybrid: installing $*"
  mkdir -p "$repository/.build"
  log="$repository/.build/packages.log"
  # Without a network the existing package lists may still be enough, so only the second step decides.
  "${as_root[@]}" apt-get update >"$log" 2>&1 || true
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive "${install[@]}" >>"$log" 2>&1 </dev/null || {
    cat "$log" >&2
    fail "hybrid: the packages could not be installed; this failed: ${install[*]}"
  }
}

# Exits with instructions when there is no Swift.
need_swift() {
  if command -v swift >/dev/null; then return; fi
  say "hybrid: Swift 6.3 is needed, and 'swift' is not on PATH."
  fail "Get it from https://www.swift.org/install/linux/ and run this command again."
}

# Builds the release binary when a source is newer than the last build, and sets `binary`.
build_release() {
  binary="$repository/.build/release/hybrid"
  local stamp="$repository/.build/release.built"
  # Removing or renaming a file makes its folder newer, so deletions are detected as well.
  if [ -x "$binary" ] && [ -f "$stamp" ] &&
    [ -z "$(cd "$repository" && find Package.swift Sources -newer "$stamp" -print -quit)" ]; then
    return
  fi
  need_swift
  # Created before the build, so that files saved during it are built the next time.
  mkdir -p "$repository/.build"
  : >"$stamp.next"
  quietly swift build --package-path "$repository" -c release --product hybrid --static-swift-stdlib ||
    fail "hybrid: the build failed."
  mv "$stamp.next" "$stamp"
}

# Runs a command and shows its output only when it fails, or progress when it takes long.
quietly() {
  local log="$repository/.build/build.log" started=$SECONDS told='' status=0 line
  # A pipe rather than a background job, so that Ctrl-C ends the command too.
  "$@" 2>&1 | while IFS= read -r line; do
    printf '%s\n' "$line"
    if [ $((SECONDS - started)) -lt 2 ]; then continue; fi
    if [ -t 2 ]; then
      printf '\r\033[K%.79s' "$line" >&2
    elif [ -z "$told" ]; then
      say "hybrid: building, which takes a few minutes the first time"
      told=yes
    fi
  done >"$log" || status=$?
  if [ -t 2 ]; then printf '\r\033[K' >&2; fi
  if [ "$status" -ne 0 ]; then cat "$log" >&2; fi
  return "$status"
}
