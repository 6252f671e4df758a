/** Loaded before a program: ends it with the tests that started it, however those end. */
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The parent must not keep it from ending by itself.
process.channel?.unref();
