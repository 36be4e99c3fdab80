import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FileText, QrCode } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pdfAddress } from '#kernel/contract.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { notePaper, type NotedStopView } from '../domain/contract.ts'
import { NoteButton } from './NoteButton.tsx'
import styles from './notes.module.css'

type Note = NonNullable<NotedStopView['note']>

/** Opens the paper of a note, and shows its QR code for an inspection. */
export function NoteLinks({ note }: { note: Note }) {
  const { t } = useTranslation('movement')
  const [showing, setShowing] = useState(false)
  return (
    <>
      {note.qrUrl ? (
        <NoteButton
          leftSection={<QrCode size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setShowing(true)}
        >
          {t('links.qr')}
        </NoteButton>
      ) : null}
      <NoteButton
        component="a"
        href={pdfAddress(notePaper, { id: note.id })}
        target="_blank"
        leftSection={<FileText size={16} aria-hidden />}
      >
        {t('links.pdf')}
      </NoteButton>
      <Dialog opened={showing} onClose={() => setShowing(false)} title={`${t('title')} ${note.number}`}>
        {showing && note.qrUrl ? <Code url={note.qrUrl} mark={note.mark ?? ''} /> : null}
      </Dialog>
    </>
  )
}

function Code({ url, mark }: { url: string; mark: string }) {
  const { t } = useTranslation('movement')
  const { data } = useQuery({
    queryKey: ['note-qr', url],
    queryFn: async () => (await import('#web/ui/paper/qr.ts')).qrPicture(url),
    networkMode: 'always',
  })
  return (
    <Stack gap="xs" align="center">
      {data ? (
        <img className={styles.code} src={data} alt={t('links.qr-of', { mark })} />
      ) : (
        <div className={styles.code} />
      )}
      <Text className="figures">{`${t('code.mark')} ${mark}`}</Text>
    </Stack>
  )
}
