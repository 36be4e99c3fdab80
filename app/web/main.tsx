/**
 * Starts the page: loads the language first, so that nothing is drawn twice, and then the providers and the router. A page that the server has
 * drawn is taken over (decision 123).
 */
import '#web/language/first-texts.ts'
import '@fontsource-variable/inter/wght.css'
import '#web/fonts/fonts.css'
import 'library-styles'
import '#web/theme.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { styleNonce } from '#web/api.ts'
import { App } from '#app/web/App.tsx'
import { AWAKE } from '#app/web/drawing/awake.ts'
import { drawnHere, takeOver } from '#app/web/drawing/take-over.ts'
import { makeRouter } from '#app/web/router/router.tsx'
import { wakeScreen, watchFirstScreen } from '#web/drawing/first-screen.ts'
import { tellScreen } from '#web/drawing/screen-cookie.ts'
import { startLanguages } from '#web/i18n.ts'
import { listenLive } from '#web/live/live.ts'
import { registerWorker } from '#web/offline/register-worker.ts'
import { focusNewPages } from '#web/router/focus-new-page.ts'
import { checkSession, currentPerson, restorePerson } from '#web/session.ts'
import { keepFocus } from '#web/ui/overlay/lost-focus.ts'

// Dialogs lock the scrolling of the page with a style sheet, which needs the nonce from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })

/** A page that never says that it is awake counts as awake after this time, in which every page wakes. A press that is done again before that is lost. */
const AT_THE_LATEST_MS = 60_000

const element = document.getElementById('app')
if (!element) throw new Error('the page has no #app')

const drawn = drawnHere(element)
const continues = drawn?.fits === true
const router = makeRouter()
/** The session and the code of the open page load while the language loads. */
async function openFirstPage(): Promise<void> {
  if (drawn === null) {
    await restorePerson()
    if (currentPerson() !== null) void checkSession()
  }
  // Listening starts before the first page sends its queries, so that few of them must be read again.
  if (!continues) listenLive()
  await router.load().catch(() => undefined)
}
if (drawn !== null) takeOver(element, drawn)
await Promise.all([startLanguages(), openFirstPage()])
const stop = watchFirstScreen(() => {
  stop()
  document.getElementById('drawn-styles')?.remove()
  document.dispatchEvent(new Event(AWAKE))
  // what changed since the drawing is read again when the stream is open
  if (continues) listenLive()
})
setTimeout(wakeScreen, AT_THE_LATEST_MS)
const app = <App router={router} />
// The first page is drawn or taken over in parts of some milliseconds, so that the browser can do other work between them.
startTransition(() => {
  if (continues) hydrateRoot(element, app, { onRecoverableError: drawnOtherwise })
  else createRoot(element).render(app)
})

/** React draws a part again that the server has drawn otherwise. Nothing is lost, so it is only noted. */
function drawnOtherwise(error: unknown): void {
  console.warn('A part of the page was drawn otherwise by the server.', error)
}

focusNewPages(router)
keepFocus()
tellScreen()
registerWorker(router)
