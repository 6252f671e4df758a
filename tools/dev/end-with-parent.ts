/** Loaded before the service: when `npm run dev` dies without a word, the service must not go on alone. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The parent must not keep it from ending by itself.
process.channel?.unref();
