import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FileText, QrCode } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEST_ONLY } from '#features/invoicing/domain/ways.ts'
import { pdfAddress } from '#kernel/contract.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { notePaper, type NotedStopView } from '../domain/contract.ts'
import { NoteButton } from './NoteButton.tsx'
import styles from './notes.module.css'

type Note = NonNullable<NotedStopView['note']>

/** Opens the paper of a note unless it was refused, and shows its QR code for an inspection. */
export function NoteLinks({ note }: { note: Note }) {
  const { t } = useTranslation('movement')
  const [showing, setShowing] = useState(false)
  const { qrUrl } = note
  // drawn before the press, so that the code is there when the connection is lost
  const { data: picture } = useQuery({
    queryKey: ['note-qr', qrUrl],
    queryFn: async () => (await import('#web/ui/paper/qr.ts')).qrPicture(qrUrl ?? ''),
    enabled: qrUrl !== null,
    networkMode: 'always',
  })
  return (
    <>
      {qrUrl ? (
        <NoteButton
          leftSection={<QrCode size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setShowing(true)}
        >
          {t('links.qr')}
        </NoteButton>
      ) : null}
      {note.status === 'FAILED' && note.errorCode !== TEST_ONLY ? null : (
        <NoteButton
          component="a"
          href={pdfAddress(notePaper, { id: note.id })}
          target="_blank"
          leftSection={<FileText size={16} aria-hidden />}
        >
          {t('links.pdf')}
        </NoteButton>
      )}
      <Dialog opened={showing} onClose={() => setShowing(false)} title={`${t('title')} ${note.number}`}>
        {showing ? <Code picture={picture} mark={note.mark ?? ''} /> : null}
      </Dialog>
    </>
  )
}

function Code({ picture, mark }: { picture: string | undefined; mark: string }) {
  const { t } = useTranslation('movement')
  return (
    <Stack gap="xs" align="center">
      {picture ? (
        <img className={styles.code} src={picture} alt={t('links.qr-of', { mark })} />
      ) : (
        <div className={styles.code} />
      )}
      <Text className="figures">{`${t('code.mark')} ${mark}`}</Text>
    </Stack>
  )
}
