#define _GNU_SOURCE
#include "CJavaScriptCore.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

// A signal that neither JavaScriptCore, Dispatch nor the C library uses.
#define NUDGE (SIGRTMIN + 5)

static _Thread_local volatile sig_atomic_t is_wanted;
// The timer fires once. It is set seldom: one that comes before its time only sets itself again.
static _Thread_local volatile sig_atomic_t is_set;
static _Thread_local volatile double set_seconds;
static _Thread_local volatile double deadline_seconds;
static _Thread_local volatile double pause_seconds;
static _Thread_local timer_t timer;
static _Thread_local int timer_state;  // 0: not made, 1: there, -1: cannot be made

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int is_ready;

static struct timespec time_of(double seconds) {
  struct timespec time = {.tv_sec = (time_t)seconds};
  time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
  return time;
}

static void set_timer(double seconds) {
  struct itimerspec times = {.it_value = time_of(seconds)};
  set_seconds = seconds;
  is_set = timer_settime(timer, TIMER_ABSTIME, &times, NULL) == 0;
}

// Lets processor time pass. Little else is safe here, in the middle of anything, and nothing else is needed.
static void pass_time(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)info, (void)context;
  is_set = 0;
  if (!is_wanted) return;
  int error = errno;
  double now = hybrid_thread_seconds();
  if (now < deadline_seconds) {
    set_timer(deadline_seconds);
  } else {
    double end = now + pause_seconds;
    while (hybrid_thread_seconds() < end) {}
    // Between two signals the thread goes on, or every one would come in the same place.
    set_timer(end + pause_seconds / 2);
  }
  errno = error;
}

static void delete_timer(void *state) {
  (void)state;
  if (timer_state == 1) timer_delete(timer);
  timer_state = -1;
}

static void prepare(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = pass_time;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  is_ready = sigaction(NUDGE, &action, NULL) == 0 && pthread_key_create(&key, delete_timer) == 0;
}

static int has_timer(void) {
  if (timer_state != 0) return timer_state == 1;
  timer_state = -1;
  pthread_once(&once, prepare);
  if (!is_ready) return 0;
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = NUDGE;
  event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) != 0) return 0;
  if (pthread_setspecific(key, &timer_state) != 0) {
    timer_delete(timer);
    return 0;
  }
  timer_state = 1;
  // The threads of Dispatch block all signals.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, NUDGE);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  return 1;
}

void hybrid_nudge_begin(double deadline, double pause) {
  // Longer than a year is no limit.
  if (!(deadline > 0 && deadline < 3e7) || !has_timer()) return;
  deadline_seconds = deadline;
  pause_seconds = pause;
  is_wanted = 1;
  if (!is_set || deadline < set_seconds) set_timer(deadline);
}

void hybrid_nudge_end(void) { is_wanted = 0; }
