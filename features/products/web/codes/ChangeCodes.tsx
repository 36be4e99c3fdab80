import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import type { RowIds } from '#web/ui/table/TableBulk.tsx'
import { idsOfChosen, type ManyProps } from '../many/bulk.tsx'
import { NewCodes } from './NewCodes.tsx'

/** The button that gives the selected products their codes of goods, with its dialog. */
export default function ChangeCodes({ chosen, clear }: ManyProps) {
  const { t } = useTranslation('products')
  const [taken, setTaken] = useState<RowIds | null>(null)
  const close = () => setTaken(null)
  const open = () => idsOfChosen(chosen).then(setTaken, (error: unknown) => say.failed(error, () => void open()))
  return (
    <>
      <ActionButton variant="default" onClick={() => void open()}>
        {t('many-codes.open')}
      </ActionButton>
      <Dialog
        opened={taken !== null}
        onClose={close}
        title={t('many-codes.open')}
        size={860}
        closeOnClickOutside={false}
      >
        {taken === null ? null : (
          <NewCodes
            {...taken}
            close={close}
            saved={(count) => {
              close()
              clear()
              say.done(t('many-codes.done', { number: count }))
            }}
          />
        )}
      </Dialog>
    </>
  )
}
