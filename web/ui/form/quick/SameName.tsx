import { Alert, Button, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf, QueryContract } from '#kernel/contract.ts'
import { fold } from '#kernel/fold.ts'
import { readAhead, useAsk } from '#web/query.ts'
import { TriangleAlert } from '#web/ui/icon/icons.ts'

type Named = { readonly id: number; readonly name: string }

/** Returns a name as it is compared with others. */
const keyOf = (name: string): string => fold(name.trim())

const question = (name: string) => ({ search: name.trim(), exact: true }) as InputOf<QueryContract>

/** Returns the records of an answer that have a name. A search may also find a record by its code. */
const withName = <Row extends Named>(answer: unknown, name: string): readonly Row[] =>
  ((answer as { rows: readonly Row[] } | undefined)?.rows ?? []).filter((row) => keyOf(row.name) === keyOf(name))

/**
 * Finds the records that have the name of one that is about to be created. `contract` finds them by `search` and `exact`. They are shown from the
 * beginning if the name with which the form was opened exists; the first press on the button then creates nothing, and the next one does.
 */
export function useSameName<Row extends Named>(contract: QueryContract, opened: string, now: string) {
  const [looked, setLooked] = useState(opened)
  const [warned, setWarned] = useState<string | null>(null)
  const { data } = useAsk(contract, question(looked))
  const rows = keyOf(looked) === keyOf(now) ? withName<Row>(data, now) : []
  return {
    rows,
    /** True once a press has created nothing because of these records. */
    isWarned: rows.length > 0 && warned === keyOf(now),
    /** Reports whether a press may create a record of this name. */
    mayCreate: async ({ name }: { readonly name: string }): Promise<boolean> => {
      if (warned === keyOf(name)) return true
      setLooked(name)
      const same = await readAhead(contract, question(name)).then(
        (answer) => withName(answer, name),
        // what cannot be looked up stops nobody from creating it
        () => [],
      )
      if (same.length > 0) setWarned(keyOf(name))
      return same.length === 0
    },
  }
}

type Props<Row extends Named> = {
  same: { readonly rows: readonly Row[]; readonly isWarned: boolean }
  /** Takes one of the records in place of a new one. */
  take: (row: Row) => void
  /** Reports whether the form around takes a record. */
  takes?: (row: Row) => boolean
  /** What distinguishes records of one name. */
  detail: (row: Row) => readonly string[]
}

/** Says that the name exists already, and offers the records that have it. */
export function SameName<Row extends Named>({
  same: { rows, isWarned },
  take,
  takes = () => true,
  detail,
}: Props<Row>) {
  const { t } = useTranslation('frame')
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isWarned) first.current?.focus()
  }, [isWarned])
  const [found] = rows
  if (found === undefined) return null
  return (
    <Alert color="yellow" variant="light" role="alert" icon={<TriangleAlert size={16} aria-hidden />} py="xs">
      <Stack gap={6} align="flex-start">
        <Text size="sm">{t('same-name.exists', { name: found.name })}</Text>
        {rows.filter(takes).map((row, place) => (
          <Button
            key={row.id}
            ref={place === 0 ? first : null}
            size="compact-sm"
            variant="default"
            onClick={() => take(row)}
          >
            {t('action.choose')}: {[row.name, ...detail(row)].filter(Boolean).join(' · ')}
          </Button>
        ))}
      </Stack>
    </Alert>
  )
}
