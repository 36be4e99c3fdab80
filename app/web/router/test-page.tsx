/** Opens pages and draws parts of pages of the product for tests in jsdom. A test answers their requests by `fetch`. */
import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { Dates } from '#web/Dates.tsx'
import { queryClient } from '#web/query.ts'
import { theme } from '#web/theme.ts'
import { Messages } from '#web/ui/said/Messages.tsx'
import { FEATURES } from '#app/web/features.ts'
import { makeRouter } from './router.tsx'

/** Signs a person in, or out with null, as another tab would. */
export function signIn(person: { uid: number; role?: string; [more: string]: unknown } | null): void {
  if (person === null) localStorage.removeItem('authUser')
  else localStorage.setItem('authUser', JSON.stringify(person))
  window.dispatchEvent(new StorageEvent('storage', { key: 'authUser' }))
}

/** Draws the product at an address, as after a reload. Its code and data arrive later. */
export function openPage(address: string): void {
  window.history.replaceState(null, '', address)
  notifications.clean()
  render(<Frame content={<RouterProvider router={makeRouter()} />} />)
}

/** Loads the code of pages by their paths, so that none is still being loaded when a test ends that leaves for it. */
export async function loadPages(...paths: string[]): Promise<void> {
  const pages = FEATURES.flatMap((feature) => feature.pages).filter((page) => 'load' in page)
  await Promise.all(pages.filter(({ path }) => paths.includes(path)).map((page) => page.load()))
}

/** Draws a part in place of the product, without transitions. Its links change the address and nothing that is drawn. */
export async function drawPart(part: ReactElement) {
  // this page needs nobody signed in and loads nothing
  window.history.replaceState(null, '', '/logout')
  notifications.clean()
  const router = makeRouter()
  router.routeTree.options.component = () => part
  await router.load()
  return render(<Frame env="test" content={<RouterProvider router={router} />} />)
}

/** Of the theme only what changes how a field behaves. */
const BEHAVIOUR = { components: { Select: theme.components?.['Select'] ?? {} } }

function Frame({ content, env = 'default' }: { content: ReactElement; env?: 'test' | 'default' }) {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider env={env} theme={BEHAVIOUR}>
        <Dates>
          <ModalsProvider>
            <Messages />
            {content}
          </ModalsProvider>
        </Dates>
      </MantineProvider>
    </QueryClientProvider>
  )
}
