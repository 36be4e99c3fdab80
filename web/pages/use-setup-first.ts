import { useEffect } from 'react'
import { useGo } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { setupState } from '#web/setup-contract.ts'

/** Opens the set-up if the database is empty: it has no account yet. */
export function useSetupFirst() {
  const go = useGo()
  const setup = useAsk(setupState, {}, { staleTime: 0, still: true })
  useEffect(() => {
    if (setup.data?.needed) go('/setup', { replace: true })
  }, [setup.data, go])
}
