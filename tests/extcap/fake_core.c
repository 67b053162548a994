/*
 * A core as far as the recorder can see one: starts a provider the way go-plugin does, talks gRPC
 * to it, and ends in a chosen way. Prints what it has seen, one line per fact, for a test to
 * compare with an ordinary run.
 *
 *   fake_core [--providers N] [--calls N] [--bulk BYTES] [--latency N] [--apply] [--hold SECONDS]
 *             [--ask] [--daemon FILE] [--exit N] [--die SIGNAL] [--late] [--signals N]
 *             [--until FILE]
 *
 * The provider is .terraform/providers/<host>/<namespace>/<type>/<version>/<platform>/
 * terraform-provider-*, or what TF_REATTACH_PROVIDERS has.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "wire.h"

#define PROVIDERS_MAX 128

/* What is to be done, as the head of this file has it. */
static struct {
    int providers, calls, bulk, latency, apply, hold, ask, late, exit, die, signals;
    const char *daemon, *until;
} wanted = {.providers = 1, .calls = 20, .signals = 1};

/* Options with a number after them, and switches. */
static const struct {
    const char *name;
    int *value;
    int is_switch;
} options[] = {
    {"--providers", &wanted.providers, 0},
    {"--calls", &wanted.calls, 0},
    {"--bulk", &wanted.bulk, 0},
    {"--latency", &wanted.latency, 0},
    {"--apply", &wanted.apply, 1},
    {"--hold", &wanted.hold, 0},
    {"--signals", &wanted.signals, 0},
    {"--ask", &wanted.ask, 1},
    {"--late", &wanted.late, 1},
    {"--exit", &wanted.exit, 0},
    {"--die", &wanted.die, 0},
};

typedef struct {
    Buffer request;
    Buffer response;
    int status; /* grpc-status, -1: none yet */
    int closed;
} Call;

typedef struct {
    pid_t pid; /* 0: not ours */
    int fd;
    nghttp2_session *session;
    Buffer unsent;
    char path[108];
    int broken;
} Provider;

static Provider providers[PROVIDERS_MAX];
static volatile sig_atomic_t interrupts;
static volatile sig_atomic_t last_signal;

static void
interrupted(int number)
{
    interrupts++;
    last_signal = number;
}

static int
fail(const char *what)
{
    printf("plugin did not respond: %s\n", what);
    fflush(stdout);
    return -1;
}

/* Milliseconds: the minute of go-plugin, unless the provider has been told not to start. */
static int
start_timeout(void)
{
    const char *mode = getenv("FAKE_MODE");

    return mode != NULL && strcmp(mode, "hang-start") == 0 ? 2000 : 60000;
}

/* Reads a line of the provider's standard output, as long as go-plugin would wait. */
static int
read_line(int fd, char *line, size_t size)
{
    struct pollfd poll_line = {.fd = fd, .events = POLLIN};
    size_t length = 0;

    while (length + 1 < size && poll(&poll_line, 1, start_timeout()) == 1 &&
           read(fd, line + length, 1) == 1 && line[length] != '\n') {
        length++;
    }
    line[length] = '\0';
    return length > 0;
}

static int
start_process(Provider *provider, const char *binary)
{
    int out[2];
    char line[4096];

    if (pipe(out) != 0 || (provider->pid = fork()) < 0) {
        return fail("cannot start");
    }
    if (provider->pid == 0) {
        dup2(out[1], 1);
        dup2(open("/dev/null", O_WRONLY), 2);
        setenv("TF_PLUGIN_MAGIC_COOKIE", MAGIC_COOKIE, 1);
        setenv("PLUGIN_MIN_PORT", "10000", 1);
        setenv("PLUGIN_MAX_PORT", "25000", 1);
        setenv("PLUGIN_PROTOCOL_VERSIONS", "5,6", 1);
        if (getenv("TF_DISABLE_PLUGIN_TLS") == NULL && getenv("FAKE_TLS") && *getenv("FAKE_TLS")) {
            setenv("PLUGIN_CLIENT_CERT", "-----BEGIN CERTIFICATE-----", 1);
        }
        execl(binary, binary, (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    if (!read_line(out[0], line, sizeof line)) {
        return fail("no handshake");
    }
    if (sscanf(line, "1|%*d|unix|%107[^|]|grpc|", provider->path) != 1) {
        return fail("unrecognized remote plugin message");
    }
    return 0; /* out[0] stays open: closing it would tell the provider to stop printing */
}

/* Connects with an address as long as Go makes it: the path and one zero byte. */
static int
connect_to(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path) + 1);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    memcpy(address.sun_path, path, strlen(path) + 1);
    if (connect(fd, (struct sockaddr *)&address, length) != 0) {
        printf("connect: %s\n", strerror(errno));
        close(fd);
        return -1;
    }
    return fd;
}

static int
on_header(nghttp2_session *session, const nghttp2_frame *frame, const uint8_t *name,
          size_t name_length, const uint8_t *value, size_t length, uint8_t flags, void *user_data)
{
    Call *call = nghttp2_session_get_stream_user_data(session, frame->hd.stream_id);

    (void)flags;
    (void)user_data;
    if (call != NULL && name_length == 11 && memcmp(name, "grpc-status", 11) == 0 && length > 0) {
        call->status = value[0] - '0';
    }
    return 0;
}

static int
on_data(nghttp2_session *session, uint8_t flags, int32_t stream, const uint8_t *data, size_t length,
        void *user_data)
{
    Call *call = nghttp2_session_get_stream_user_data(session, stream);

    (void)flags;
    (void)user_data;
    if (call != NULL) {
        buffer_add(&call->response, data, length);
    }
    return 0;
}

static int
on_close(nghttp2_session *session, int32_t stream, uint32_t error_code, void *user_data)
{
    Call *call = nghttp2_session_get_stream_user_data(session, stream);

    (void)error_code;
    (void)user_data;
    if (call != NULL) {
        call->closed = 1;
    }
    return 0;
}

static void
new_session(Provider *provider)
{
    nghttp2_session_callbacks *callbacks;
    nghttp2_settings_entry settings[] = {{NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, 1 << 20}};

    nghttp2_session_callbacks_new(&callbacks);
    nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data);
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
    nghttp2_session_client_new(&provider->session, callbacks, provider);
    nghttp2_session_callbacks_del(callbacks);
    nghttp2_submit_settings(provider->session, NGHTTP2_FLAG_NONE, settings, 1);
}

static int
start_provider(Provider *provider, const char *binary)
{
    const char *reattach = getenv("TF_REATTACH_PROVIDERS");
    const char *path = reattach ? strstr(reattach, "\"String\":\"") : NULL;
    int probe;

    if (path != NULL) {
        snprintf(provider->path, sizeof provider->path, "%.*s", (int)strcspn(path + 10, "\""),
                 path + 10);
        /* go-plugin tries whether the process is there, with a connection that it drops. */
        probe = connect_to(provider->path);
        close(probe);
    } else if (start_process(provider, binary) != 0) {
        return -1;
    }
    provider->fd = connect_to(provider->path);
    if (provider->fd < 0) {
        return fail("cannot connect");
    }
    new_session(provider);
    return 0;
}

/* One round of input and output; FALSE when the connection is broken. */
static int
turn(Provider *provider)
{
    struct pollfd poll_provider = {.fd = provider->fd, .events = POLLIN};

    if (session_write(provider->session, provider->fd, &provider->unsent) < 0) {
        return 0;
    }
    poll_provider.events |= provider->unsent.length ? POLLOUT : 0;
    if (poll(&poll_provider, 1, -1) < 0) {
        return errno == EINTR;
    }
    return !(poll_provider.revents & (POLLIN | POLLHUP | POLLERR)) ||
           session_read(provider->session, provider->fd) > 0;
}

static int32_t
begin_call(Provider *provider, Call *call, const char *path, const Buffer *message)
{
    nghttp2_nv headers[] = {header(":method", "POST"),
                            header(":scheme", "http"),
                            header(":path", path),
                            header(":authority", "localhost"),
                            header("content-type", "application/grpc"),
                            header("te", "trailers")};
    nghttp2_data_provider body = {.source.ptr = &call->request, .read_callback = read_body};

    memset(call, 0, sizeof *call);
    call->status = -1;
    put_grpc(&call->request, message);
    return nghttp2_submit_request(provider->session, NULL, headers, 6, &body, call);
}

static int
finish_call(Provider *provider, Call *call)
{
    while (!call->closed) {
        if (!turn(provider)) {
            provider->broken = 1;
            return fail("connection closed");
        }
    }
    return call->status == 0 ? 0 : fail("call failed");
}

static void
clear_call(Call *call)
{
    buffer_clear(&call->request);
    buffer_clear(&call->response);
}

/* FNV-1a, to compare what arrived with what arrives in an ordinary run. */
static uint32_t
digest(const Buffer *body)
{
    uint32_t hash = 2166136261u;

    for (size_t i = 0; i < body->length; i++) {
        hash = (hash ^ body->bytes[i]) * 16777619u;
    }
    return hash;
}

static int
simple_call(Provider *provider, const char *path, const Buffer *message)
{
    Call call;
    int result;

    begin_call(provider, &call, path, message);
    result = finish_call(provider, &call);
    if (result == 0) {
        printf("%s: %zu bytes, digest %08x\n", strrchr(path, '/') + 1, call.response.length,
               digest(&call.response));
    }
    clear_call(&call);
    return result;
}

/* A plan or apply request: type_name 1, proposed or planned state 3 as DynamicValue{msgpack}. */
static void
put_change(Buffer *message, int number)
{
    Buffer value = {0};
    Buffer msgpack = {0};
    char text[32];

    snprintf(text, sizeof text, "\x81\xa5value\xa9number%03d", number % 1000);
    buffer_add(&msgpack, text, strlen(text));
    put_field(&value, 1, msgpack.bytes, msgpack.length);
    put_field(message, 1, "fake_type0", 10);
    put_field(message, 3, value.bytes, value.length);
    buffer_clear(&value);
    buffer_clear(&msgpack);
}

/* `count` calls at once on streams of one connection, each checked. */
static int
parallel_calls(Provider *provider, int count)
{
    Call *calls = calloc((size_t)count, sizeof *calls);
    int right = 0;
    int result = 0;

    for (int i = 0; i < count; i++) {
        Buffer message = {0};
        put_change(&message, i);
        begin_call(provider, &calls[i], "/tfplugin5.Provider/PlanResourceChange", &message);
        buffer_clear(&message);
    }
    for (int i = 0; i < count && result == 0; i++) {
        char wanted[16];
        result = finish_call(provider, &calls[i]);
        snprintf(wanted, sizeof wanted, "number%03d", i % 1000);
        right += result == 0 && memmem(calls[i].response.bytes, calls[i].response.length, wanted,
                                       strlen(wanted)) != NULL;
    }
    printf("PlanResourceChange: %d of %d right\n", right, count);
    for (int i = 0; i < count; i++) {
        clear_call(&calls[i]);
    }
    free(calls);
    return result;
}

static int
compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

/* One call after the other; prints the median time of a call in microseconds. */
static int
measure_latency(Provider *provider, int count)
{
    double *times = calloc((size_t)count, sizeof *times);
    int result = 0;

    for (int i = 0; i < count && result == 0; i++) {
        struct timespec begin;
        struct timespec end;
        Buffer message = {0};
        Call call;
        put_change(&message, i);
        clock_gettime(CLOCK_MONOTONIC, &begin);
        begin_call(provider, &call, "/tfplugin5.Provider/PlanResourceChange", &message);
        result = finish_call(provider, &call);
        clock_gettime(CLOCK_MONOTONIC, &end);
        times[i] =
            (double)(end.tv_sec - begin.tv_sec) * 1e6 + (double)(end.tv_nsec - begin.tv_nsec) / 1e3;
        clear_call(&call);
        buffer_clear(&message);
    }
    qsort(times, (size_t)count, sizeof *times, compare_doubles);
    printf("latency: median %.1f us\n", times[count / 2]);
    free(times);
    return result;
}

static int
file_of_until_is_there(void)
{
    return wanted.until != NULL && access(wanted.until, F_OK) == 0;
}

/*
 * Leaves a process behind that connects, when --until says that the recorder has ended, over TCP
 * and to a unix socket like a provider's, and writes down how that went.
 */
static void
leave_daemon(const char *file, const char *like)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(9), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    FILE *out;
    int fd;

    fflush(stdout);
    if (fork() != 0) {
        return;
    }
    setsid();
    for (int i = 0; i < 3; i++) {
        close(i);
    }
    for (int i = 0; i < 3000 && !file_of_until_is_there(); i++) {
        struct timespec nap = {0, 100000000};
        nanosleep(&nap, NULL);
    }
    out = fopen(file, "w");
    fd = socket(AF_INET, SOCK_STREAM, 0);
    fprintf(out, "tcp %d\n", connect(fd, (struct sockaddr *)&address, sizeof address) ? errno : 0);
    fd = socket(AF_UNIX, SOCK_STREAM, 0);
    fflush(out);
    dup2(fileno(out), 1);
    fprintf(out, "unix %d\n", connect_to(like) < 0 ? errno : 0);
    fclose(out);
    _exit(0);
}

static void
ask(void)
{
    char line[64] = "";

    printf("Do you want to perform these actions? ");
    fflush(stdout);
    if (read_line(0, line, sizeof line)) {
        printf("answer: %s\n", line);
    }
}

/* Waits for as many signals as --signals says, for the file of --until, or for the time to be over.
 *  */
static void
hold(int seconds)
{
    struct timespec begin;
    struct timespec now;
    int seen = 0;

    signal(SIGINT, interrupted);
    signal(SIGTERM, interrupted);
    printf("holding\n");
    fflush(stdout);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do {
        struct timespec nap = {0, 20000000};
        nanosleep(&nap, NULL);
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (interrupts > seen) {
            seen = (int)interrupts;
            printf("interrupted: %d\n", seen);
            fflush(stdout);
        }
    } while (now.tv_sec - begin.tv_sec < seconds && seen < wanted.signals &&
             !file_of_until_is_there());
    if (interrupts) {
        struct timespec nap = {0, 600000000}; /* would there be a second one? */
        while (nanosleep(&nap, &nap) != 0 && errno == EINTR) {
        }
    }
    printf("signals: %d, last %d\n", (int)interrupts, (int)last_signal);
}

static void
end_provider(Provider *provider)
{
    Buffer nothing = {0};
    int status;

    if (!provider->broken && provider->session != NULL && provider->pid > 0) {
        simple_call(provider, "/plugin.GRPCController/Shutdown", &nothing);
    }
    close(provider->fd);
    if (provider->pid > 0) {
        if (provider->broken || provider->session == NULL) {
            kill(provider->pid, SIGKILL);
        }
        waitpid(provider->pid, &status, 0);
    }
    nghttp2_session_del(provider->session);
    buffer_clear(&provider->unsent);
}

static const char *
find_binary(void)
{
    static glob_t found;

    if (glob(".terraform/providers/*/*/*/*/*/terraform-provider-*", 0, NULL, &found) != 0) {
        return NULL;
    }
    return found.gl_pathv[0];
}

/* Reads the command line; words without dashes are ignored. FALSE if it makes no sense. */
static int
parse(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        size_t o = 0;
        if (strcmp(argv[i], "--daemon") == 0 && i + 1 < argc) {
            wanted.daemon = argv[++i];
            continue;
        }
        if (strcmp(argv[i], "--until") == 0 && i + 1 < argc) {
            wanted.until = argv[++i];
            continue;
        }
        while (o < sizeof options / sizeof *options && strcmp(argv[i], options[o].name) != 0) {
            o++;
        }
        if (o < sizeof options / sizeof *options) {
            if (!options[o].is_switch && i + 1 == argc) {
                return 0;
            }
            *options[o].value = options[o].is_switch ? 1 : atoi(argv[++i]);
        } else if (argv[i][0] == '-') {
            return 0;
        }
    }
    return wanted.providers <= PROVIDERS_MAX;
}

/* All calls of the session; 0, or -1 at the first that fails. */
static int
converse(const char *binary)
{
    Buffer nothing = {0};
    Buffer message = {0};
    int result = 0;

    for (int i = 0; i < wanted.providers && result == 0; i++) {
        result = start_provider(&providers[i], binary);
    }
    for (int i = 0; i < wanted.providers && result == 0; i++) {
        result = simple_call(&providers[i], "/tfplugin5.Provider/GetSchema", &nothing);
        result = result ? result : parallel_calls(&providers[i], wanted.calls);
    }
    if (wanted.bulk && result == 0) {
        char text[32];
        snprintf(text, sizeof text, "%d", wanted.bulk);
        buffer_add(&message, text, strlen(text));
        result = simple_call(&providers[0], "/fake.Test/Bulk", &message);
        buffer_clear(&message);
    }
    if (wanted.latency && result == 0) {
        result = measure_latency(&providers[0], wanted.latency);
    }
    if (wanted.apply && result == 0) {
        put_change(&message, 1);
        result = simple_call(&providers[0], "/tfplugin5.Provider/ApplyResourceChange", &message);
        buffer_clear(&message);
    }
    return result;
}

int
main(int argc, char **argv)
{
    const char *binary = find_binary();
    int result;

    signal(SIGPIPE, SIG_IGN);
    if (!parse(argc, argv) || (wanted.providers > 0 && binary == NULL)) {
        puts("no provider installed, or no such option");
        return 2;
    }
    result = converse(binary);
    if (wanted.ask) {
        ask();
    }
    if (wanted.daemon != NULL) {
        leave_daemon(wanted.daemon, providers[0].path);
    }
    if (wanted.hold) {
        hold(wanted.hold);
    }
    if (wanted.late && result == 0) {
        result = parallel_calls(&providers[0], wanted.calls);
    }
    if (wanted.die) {
        fflush(stdout);
        signal(wanted.die, SIG_DFL);
        kill(getpid(), wanted.die);
    }
    for (int i = 0; i < wanted.providers; i++) {
        end_provider(&providers[i]);
    }
    return result ? 1 : wanted.exit;
}
