import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { isApiPath } from '../core/contracts/paths.ts';

const SERVICE = 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: { outDir: '../dist/webapp', emptyOutDir: true },
  server: {
    proxy: {
      '^/(api|auth|filters|admin)/': {
        target: SERVICE,
        // `/filters/new` is a call and a page: the method tells.
        bypass: ({ method, url = '' }) => {
          const isPage = method === 'GET' && !isApiPath(url.split('?')[0] ?? '');
          return isPage ? url : undefined;
        },
      },
    },
  },
});
