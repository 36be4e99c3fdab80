/**
 * Tests without a browser. `rules`, `checks`, `web` need nothing. `server` runs once on each engine; `server-once` are the
 * tests of the server that open no database, or name the engine themselves. `proofs` need both engines.
 */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { sortServerTests } from './scripts/server-tests.ts'

const outside = ['**/node_modules/**', 'build/**']

const serverTests = sortServerTests(import.meta.dirname)

const server = {
  exclude: outside,
  environment: 'node' as const,
  // limits only end what hangs: a busy machine takes ten times as long as a quiet one
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // a poll gives up after one second unless told otherwise, and a busy machine needs longer
  expect: { poll: { timeout: 15_000 } },
}

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
          // a busy machine takes seconds to read the texts of six languages
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: serverTests.perEngine,
          globalSetup: ['./server/testing/template.ts'],
          setupFiles: ['./server/testing/opens-database.ts'],
        },
      },
      {
        test: { ...server, name: 'server-once', include: serverTests.once, env: { TEST_ENGINE: 'none' } },
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
