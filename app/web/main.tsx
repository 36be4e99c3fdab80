/** Starts the page: loads the language first, so that nothing is drawn twice, and then the providers and the router. */
import '#web/language/first-texts.ts'
import '@fontsource-variable/inter/wght.css'
import '#web/fonts/fonts.css'
import 'library-styles'
import '#web/theme.css'
import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { styleNonce } from '#web/api.ts'
import { Dates } from '#web/Dates.tsx'
import { startLanguages } from '#web/i18n.ts'
import { listenLive } from '#web/live/live.ts'
import { registerWorker } from '#web/offline/register-worker.ts'
import { focusNewPages } from '#web/router/focus-new-page.ts'
import { queryClient } from '#web/query.ts'
import { makeRouter } from '#app/web/router/router.tsx'
import { checkSession, currentPerson, restorePerson } from '#web/session.ts'
import { cssVariables, theme } from '#web/theme.ts'

// Dialogs lock the scrolling of the page with a style sheet, which needs the nonce from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })

const element = document.getElementById('app')
if (!element) throw new Error('the page has no #app')

const router = makeRouter()
/** The session and the code of the open page load while the language loads. */
async function openFirstPage(): Promise<void> {
  await restorePerson()
  if (currentPerson() !== null) void checkSession()
  // Listening starts before the first page sends its queries, so that few of them must be read again.
  listenLive()
  await router.load().catch(() => undefined)
}
/** The letters of the font load with the language, because texts that change their font later move what follows them. */
const loadLetters = async (): Promise<void> => {
  await document.fonts.load('1rem "Inter Variable"', 'aά').catch(() => [])
}
await Promise.all([startLanguages(), openFirstPage(), loadLetters()])

const app = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <Dates>
          <ModalsProvider>
            <Notifications position="bottom-right" limit={4} />
            <RouterProvider router={router} />
          </ModalsProvider>
        </Dates>
      </MantineProvider>
    </QueryClientProvider>
  </StrictMode>
)
// The first page is drawn in parts of some milliseconds, so that the browser can do other work between them.
startTransition(() => createRoot(element).render(app))

focusNewPages(router)
registerWorker(router)
