/** The whole page: the providers around the router. The browser and the server draw the same. */
import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { styleNonce } from '#web/api.ts'
import { Dates } from '#web/Dates.tsx'
import { queryClient } from '#web/query.ts'
import { cssVariables, theme } from '#web/theme.ts'
import { Messages } from '#web/ui/said/Messages.tsx'

export function App({ router }: { router: AnyRouter }) {
  return (
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
              <Messages />
              <RouterProvider router={router} />
            </ModalsProvider>
          </Dates>
        </MantineProvider>
      </QueryClientProvider>
    </StrictMode>
  )
}
