import type { ReactNode } from 'react'
import type { InputOf, OutputOf, QueryContract } from '#kernel/contract.ts'
import { Refused } from '#kernel/refusal.ts'
import { useAsk } from '#web/query.ts'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'

type Props<C extends QueryContract> = {
  /** The query of one record by its id. */
  contract: C
  id: number
  /** What stands above the failure, if the specification quotes it. */
  failed?: string
  children: (answer: OutputOf<C>) => ReactNode
}

/** Reports whether a record can no longer be read: it was deleted, or the right to read it was taken. */
const isGone = (error: unknown): boolean =>
  error instanceof Refused && ['forbidden', 'missing'].includes(error.refusal.kind)

/**
 * Reads the record of a preview and shows it, or says why it cannot be read. A record that can no longer be read gives way to the refusal; one that
 * could only not be read again stays, below the failure.
 */
export function AskedPreview<C extends QueryContract>({ contract, id, failed, children }: Props<C>) {
  const { data, error, refetch } = useAsk(contract, { id } as InputOf<C>)
  const retry = () => void refetch()
  if (error && (!data || isGone(error))) return <ErrorState error={error} retry={retry} title={failed} />
  if (!data) return <Loading rows={6} />
  return (
    <>
      {error ? <RefusalText error={error} retry={retry} /> : null}
      {children(data)}
    </>
  )
}
