import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import type { RowIds } from '#web/ui/table/TableBulk.tsx'
import { MOST_MANY } from '../../domain/many/contract.ts'
import { idsOfChosen, type ManyProps } from './bulk.tsx'

/** What the content of the dialog needs. `saved` closes it, and takes how many products were changed. */
export type ContentOfMany = {
  readonly ids: readonly number[]
  readonly close: () => void
  readonly saved: (count: number) => void
}

type Props = ManyProps & {
  /** The text of the button and the title of the dialog. */
  label: string
  size: number
  /** Returns what is said after so many products were changed. */
  done: (count: number) => string
  content: (of: ContentOfMany) => ReactNode
}

/** The button for an action on the selected products, with its dialog. It says if more are selected than one action may change. */
export function ManyDialog({ chosen, clear, label, size, done, content }: Props) {
  const { t } = useTranslation('products')
  const [taken, setTaken] = useState<RowIds | null>(null)
  const close = () => setTaken(null)
  const open = () => idsOfChosen(chosen).then(setTaken, (error: unknown) => say.failed(error, () => void open()))
  const saved = (count: number) => {
    close()
    clear()
    say.done(done(count))
  }
  return (
    <>
      <ActionButton variant="default" onClick={() => void open()}>
        {label}
      </ActionButton>
      <Dialog opened={taken !== null} onClose={close} title={label} size={size} closeOnClickOutside={false}>
        {taken?.more ? (
          <Text size="sm" c="var(--warning-text)" mb="sm">
            {t('many-prices.most', { most: MOST_MANY })}
          </Text>
        ) : null}
        {taken === null ? null : content({ ids: taken.ids, close, saved })}
      </Dialog>
    </>
  )
}
