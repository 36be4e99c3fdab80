import { ActionIcon, Anchor, Group, Text, Tooltip } from '@mantine/core'
import { Download, FileText, Image, Trash2 } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { inputAddress } from '#kernel/contract.ts'
import type { Entity } from '#kernel/entity.ts'
import { useRun } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import { EmptyState, ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { MomentText } from '#web/ui/texts.tsx'
import { type Note, type NoteFile, noteFile, removeNote, restoreNote } from '../domain/contract.ts'
import { sizeText } from '#web/ui/upload/file-size.ts'
import { partsOf } from './links.ts'
import { NoteForm } from './NoteForm.tsx'
import styles from './notes.module.css'
import { useNotes } from './use-notes.ts'

/** Lists the notes of a record, newest first, with a form to add one. */
export function NotesPanel({ entity, id }: { entity: Entity; id: number }) {
  const { t } = useTranslation('notes')
  const answer = useNotes(entity, id)
  const notes = answer.data?.notes
  return (
    <div className={styles.panel}>
      <NoteForm key={`${entity.name}:${id}`} entity={entity} id={id} />
      {answer.error && notes ? <RefusalText error={answer.error} retry={() => void answer.refetch()} /> : null}
      {notes === undefined ? (
        answer.error ? (
          <ErrorState error={answer.error} retry={() => void answer.refetch()} />
        ) : (
          <Loading rows={3} />
        )
      ) : notes.length === 0 ? (
        <EmptyState title={t('none')} />
      ) : (
        <ol className={styles.list} aria-label={t('title')}>
          {notes.map((note) => (
            <NoteRow key={note.id} note={note} />
          ))}
        </ol>
      )}
    </div>
  )
}

function NoteRow({ note }: { note: Note }) {
  const { t } = useTranslation('notes')
  const away = useRun(removeNote)
  const back = useRun(restoreNote)

  const restore = () => {
    back.mutateAsync({ id: note.id }).then(
      () => undefined,
      (error: unknown) => say.failed(error, restore),
    )
  }
  const remove = () => {
    away.mutateAsync({ id: note.id }).then(
      () => say.done(t('said.removed'), restore),
      (error: unknown) => say.failed(error, remove),
    )
  }

  return (
    <li className={styles.note} data-note={note.id}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="xs" c="dimmed">
          {note.userName} · <MomentText value={note.at} />
        </Text>
        {note.mayRemove ? (
          <Tooltip label={t('remove')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              loading={away.isPending}
              aria-label={t('remove')}
              onClick={remove}
            >
              <Trash2 size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ) : null}
      </Group>
      {note.body === '' ? null : (
        <Text size="sm" className={styles.body}>
          {partsOf(note.body).map((part, index) =>
            part.href === undefined ? (
              part.text
            ) : (
              <Anchor key={index} href={part.href} target="_blank" rel="noreferrer noopener nofollow" inherit>
                {part.text}
              </Anchor>
            ),
          )}
        </Text>
      )}
      {note.files.length > 0 ? (
        <ul className={styles.files}>
          {note.files.map((file) => (
            <li key={file.id}>
              <FileLink file={file} />
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

function FileLink({ file }: { file: NoteFile }) {
  const { t } = useTranslation('notes')
  const Icon = file.mediaType.startsWith('image/') ? Image : FileText
  return (
    <a
      className={styles.file}
      href={inputAddress(noteFile, { id: file.id })}
      download={file.name}
      aria-label={t('download', { name: file.name, size: sizeText(file.byteCount) })}
    >
      <Icon size={16} aria-hidden />
      <span className={styles.fileName}>{file.name}</span>
      <span className={styles.size}>{sizeText(file.byteCount)}</span>
      <Download size={14} aria-hidden />
    </a>
  )
}
