import { Button, Stack, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KnownNames } from '#web/tablet/KnownNames.tsx'
import { peopleHere } from '#web/tablet/people.ts'
import { Dialog } from '#web/ui/Overlays.tsx'

type WorkerDialogProps = { name: string; choose: (name: string) => void; onClose: () => void }

/** Asks who works at this tablet. One press on a known name answers. */
export function WorkerDialog({ name, choose, onClose }: WorkerDialogProps) {
  const { t } = useTranslation('production')
  const [typed, setTyped] = useState('')
  const [known] = useState(peopleHere)
  const [left, setLeft] = useState(false)
  const take = (chosen: string) => {
    choose(chosen)
    onClose()
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setLeft(true)
    if (typed.trim() !== '') take(typed.trim())
  }
  return (
    <Dialog opened onClose={onClose} title={t('worker.title')}>
      <form onSubmit={submit} data-touch>
        <Stack gap="md">
          <KnownNames label={t('worker.known')} names={known.filter((one) => one !== name)} choose={take} />
          <TextInput
            size="lg"
            label={t('worker.name')}
            value={typed}
            maxLength={60}
            autoComplete="off"
            data-autofocus
            error={left && typed.trim() === '' ? t('worker.needed') : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" size="lg" mih={56}>
            {t('worker.take')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}
