import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showCount } from '#web/format.ts'

/** A part of a sheet may contain thousands of products. Each press shows so many more. */
const STEP = 100

type LongListProps<T> = { all: readonly T[]; children: (shown: readonly T[]) => ReactNode }

/** Shows the first rows of a long list, and a button that shows more of them. */
export function LongList<T>({ all, children }: LongListProps<T>) {
  const { t } = useTranslation('stock')
  const [most, setMost] = useState(STEP)
  return (
    <>
      {children(all.slice(0, most))}
      {all.length > most ? (
        <Button variant="default" mih={48} mt="xs" onClick={() => setMost(most + STEP)}>
          {t('count.show-more', { shown: showCount(most), total: showCount(all.length) })}
        </Button>
      ) : null}
    </>
  )
}
