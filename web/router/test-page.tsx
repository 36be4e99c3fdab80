/** Opens a page of the product for tests in jsdom. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { Dates } from '#web/Dates.tsx'
import { queryClient } from '#web/query.ts'
import { makeRouter } from './router.tsx'

/** Draws the product at an address, as after a reload. Its code and data arrive later. */
export function openPage(address: string): void {
  window.history.replaceState(null, '', address)
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <Dates>
          <RouterProvider router={makeRouter()} />
        </Dates>
      </QueryClientProvider>
    </MantineProvider>,
  )
}
