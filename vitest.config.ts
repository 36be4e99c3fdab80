/** Tests without a browser. `rules`, `checks`, `web` need nothing; `server` and `proofs` need a database engine. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const outside = ['**/node_modules/**', 'build/**']

export default defineConfig({
  test: {
    // two cores are what the product's machines have
    maxWorkers: 2,
    passWithNoTests: false,
    projects: [
      {
        test: {
          name: 'rules',
          include: ['kernel/**/*.test.ts', 'features/*/domain/**/*.test.ts'],
          exclude: outside,
          environment: 'node',
        },
      },
      {
        test: {
          name: 'checks',
          include: ['scripts/**/*.test.ts'],
          exclude: outside,
          environment: 'node',
          testTimeout: 30_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}', 'features/*/web/**/*.test.{ts,tsx}'],
          exclude: outside,
          environment: 'jsdom',
          setupFiles: ['./scripts/page-test-setup.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'features/*/server/**/*.test.ts', 'db/**/*.test.ts'],
          exclude: outside,
          environment: 'node',
          globalSetup: ['./server/db/test-template.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // a poll gives up after one second unless told otherwise, and a busy machine needs longer
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        test: {
          name: 'proofs',
          include: ['e2e/proofs/*.proof.ts'],
          globalSetup: ['./e2e/proofs/database-for-proofs.ts'],
          exclude: outside,
          environment: 'node',
          testTimeout: 15 * 60_000,
          hookTimeout: 2 * 60_000,
          expect: { poll: { timeout: 15_000 } },
          fileParallelism: false,
        },
      },
    ],
  },
})
