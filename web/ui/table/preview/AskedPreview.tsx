import type { ReactNode } from 'react'
import type { InputOf, OutputOf, QueryContract } from '#kernel/contract.ts'
import { useAsk } from '#web/query.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'

type Props<C extends QueryContract> = {
  /** The query of one record by its id. */
  contract: C
  id: number
  children: (answer: OutputOf<C>) => ReactNode
}

/** Reads the record of a preview and shows it, or says why it cannot be read. */
export function AskedPreview<C extends QueryContract>({ contract, id, children }: Props<C>) {
  const { data, error, refetch } = useAsk(contract, { id } as InputOf<C>)
  if (data) return children(data)
  return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Loading rows={6} />
}
