#pragma once
#include <inotifytools/inotify.h>
#include <inotifytools/inotifytools.h>
// statfs(2), which tells where inotify works; the system's own module leaves it out.
#include <sys/vfs.h>
