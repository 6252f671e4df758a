/** Where `npm run dev` keeps everything, beside the `.data` of a service without emulators. */
export const DEV_FOLDER = '.data-dev';

export const DEV_PORTS = { app: 3000, telegram: 8081, market: 8082 };
