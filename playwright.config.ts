/**
 * Configures the stories in a real browser against the real server. TEST_ENGINE chooses the database, CHROMIUM the
 * browser.
 */
import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/**
 * What Chromium must not do. It parses each script on another thread while the script arrives, even if its process already has the
 * compiled program (`ScriptStreaming`), which took a fourteenth of the processor time of the pages. The other names are
 * those that Playwright disables, because Chromium follows only the last list that it is given.
 */
const DISABLED_FEATURES = [
  'ScriptStreaming',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
].join(',')

/**
 * How Chromium runs the scripts of pages. Most pages of a story end before optimised code repays its compilation, and before they
 * must collect garbage. New objects have 16 MB, which the next ones use again: more memory would be taken fresh from the
 * system, which costs more than collecting. Without the tasks that collect garbage in idle moments, memory is given back
 * and taken again less often.
 */
const SCRIPT_FLAGS = [
  '--no-opt',
  '--no-maglev',
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--initial-heap-size=1024',
  '--no-memory-reducer',
  '--no-scavenge-task',
]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.story.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/database-for-all.ts',
  // stories of one file share a server and may depend on each other; files run in parallel
  fullyParallel: false,
  // on two cores: a story waits for answers, timers and frames a sixth of its time or more, and then the third one works
  workers: 3,
  // the second try of a failed story records a trace; a story that passes only then is reported as a fault, and fails
  // `npm run proofs`
  retries: 1,
  failOnFlakyTests: process.env['TEST_LENGTH'] === 'full',
  forbidOnly: Boolean(process.env['CI']),
  // The limits only end a story that hangs, because a busy machine may be ten times as slow. Each action and expectation has its own,
  // so the limit of a whole story does not depend on how many steps it has.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ...(process.env['RESULTS_FILE'] ? [['json', { outputFile: process.env['RESULTS_FILE'] }] as const] : []),
  ],
  use: {
    // an action that does not complete fails at its own place, not at the end of the story
    actionTimeout: 90_000,
    locale: 'el-GR',
    timezoneId: 'Europe/Athens',
    viewport: { width: 1440, height: 900 },
    // drawing the movement of menus and dialogs would take a twelfth of the processor time
    contextOptions: { reducedMotion: 'reduce' },
    // the service worker would answer requests that stories fail on purpose; stories about it allow it themselves
    serviceWorkers: 'block',
    // a trace of every story would take a third of the processor time, so only a retry is recorded
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
        // The pages of one browser share a process and the compiled program (e2e/stage/shared-browsers.ts).
        '--process-per-site',
        `--disable-features=${DISABLED_FEATURES}`,
        `--js-flags=${SCRIPT_FLAGS.join(' ')}`,
      ],
    },
  },
})
