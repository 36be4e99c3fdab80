/** Stories in a real browser against the real server. TEST_ENGINE chooses the database, CHROMIUM the browser. */
import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.story.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/database-for-all.ts',
  // stories of one file share a server and may build on each other; files run side by side
  fullyParallel: false,
  workers: 2,
  // the second try of a story is for its record; one that needs it is named as a fault, and fails the run of the night
  retries: 1,
  failOnFlakyTests: process.env['TEST_LENGTH'] === 'full',
  forbidOnly: Boolean(process.env['CI']),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ...(process.env['RESULTS_FILE'] ? [['json', { outputFile: process.env['RESULTS_FILE'] }] as const] : []),
  ],
  use: {
    // a press that does not come about fails where it stands, not at the end of the story
    actionTimeout: 15_000,
    locale: 'el-GR',
    timezoneId: 'Europe/Athens',
    viewport: { width: 1440, height: 900 },
    // a worker would answer before the stories that bend the line; those about the worker allow it themselves
    serviceWorkers: 'block',
    // a record of every story costs a third of the processor; the second try of one that failed is recorded
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(existsSync(chromium) ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage',
      ],
    },
  },
})
