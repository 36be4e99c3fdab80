import { ActionIcon, Button, FileButton, Group, Loader, Progress, Stack, Text } from '@mantine/core'
import { Paperclip, RotateCw, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity } from '#kernel/entity.ts'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { LeaveGuard } from '#web/ui/form/form.tsx'
import { mayRetry, problemText } from '#web/ui/problems.ts'
import { RefusalText } from '#web/ui/states.tsx'
import { addNote } from '../domain/contract.ts'
import { sizeText } from './file-size.ts'
import { MentionArea } from './MentionArea.tsx'
import { unsentText } from './unsent-text.ts'
import styles from './notes.module.css'
import { type Upload, useUploads } from './uploads.ts'

/** The form to add a note. Files come by drag and drop, from the clipboard or by a button. Ctrl+Enter adds the note. */
export function NoteForm({ entity, id }: { entity: Entity; id: number }) {
  const { t } = useTranslation('notes')
  const { body, setBody, files, closed, pending, error, send } = useNewNote(entity, id)
  return (
    <DropArea add={files.add}>
      <LeaveGuard dirty={() => body.trim() !== '' || files.uploads.length > 0} />
      <Stack gap="xs">
        <MentionArea
          entity={entity}
          label={t('new')}
          description={`${t('hint')} ${t('hint-mention')}`}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={4000}
          value={body}
          setValue={setBody}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return
            event.preventDefault()
            files.add([...event.clipboardData.files])
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            send()
          }}
        />
        {files.uploads.length > 0 ? (
          <ul className={styles.files} aria-label={t('files')}>
            {files.uploads.map((upload) => (
              <UploadRow key={upload.key} upload={upload} remove={files.remove} retry={files.retry} />
            ))}
          </ul>
        ) : null}
        <RefusalText error={error} retry={send} />
        <Group gap="xs">
          <ActionButton closed={closed} pending={pending} onClick={send}>
            {t('add')}
          </ActionButton>
          <FileButton multiple onChange={files.add}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<Paperclip size={16} aria-hidden />}>
                {t('attach')}
              </Button>
            )}
          </FileButton>
        </Group>
      </Stack>
    </DropArea>
  )
}

/** The text and the files of the note that is being written. `closed` says why it cannot be added yet. */
function useNewNote(entity: Entity, id: number) {
  const { t } = useTranslation('notes')
  const [body, setBody] = useState('')
  const files = useUploads(entity, id)
  const { uploads } = files
  const run = useRun(addNote, { invalidates: [`${entity.name}:${id}`] })

  const fileIds = uploads.flatMap((upload) => (upload.id === null ? [] : [upload.id]))
  const closed =
    body.trim() === '' && uploads.length === 0
      ? t('refusal.empty')
      : uploads.some((upload) => upload.error !== null)
        ? t('failed-files')
        : fileIds.length < uploads.length
          ? t('still-sending')
          : null

  const send = () => {
    if (closed !== null || run.isPending) return
    run.mutate(
      { entity: entity.name, entityId: id, body, fileIds },
      {
        onSuccess: () => {
          // Text and files added during the request belong to the next note.
          setBody((now) => unsentText(body, now))
          files.clear(uploads)
        },
      },
    )
  }
  return { body, setBody, files, closed, pending: run.isPending, error: run.error, send }
}

/** Adds the files that are dropped on its content. */
function DropArea({ add, children }: { add: (files: File[]) => void; children: ReactNode }) {
  const [over, setOver] = useState(false)
  return (
    <div
      className={styles.form}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        add([...event.dataTransfer.files])
      }}
    >
      {children}
    </div>
  )
}

/** Shows one upload with its progress or its error. */
function UploadRow({
  upload,
  remove,
  retry,
}: {
  upload: Upload
  remove: (key: string) => void
  retry: (upload: Upload) => void
}) {
  const { t } = useTranslation('notes')
  const { key, file, part, id, error } = upload
  const sending = id === null && error === null
  return (
    <li className={styles.upload} data-state={error === null ? (sending ? 'sending' : 'sent') : 'failed'}>
      <Group gap="xs" wrap="nowrap">
        {sending ? <Loader size={14} aria-hidden /> : <Paperclip size={14} aria-hidden />}
        <Text size="sm" className={styles.fileName}>
          {file.name}
        </Text>
        <Text size="xs" c="dimmed" flex="none">
          {sizeText(file.size)}
        </Text>
        {error !== null && mayRetry(error) ? (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<RotateCw size={14} aria-hidden />}
            onClick={() => retry(upload)}
          >
            {t('action.retry')}
          </Button>
        ) : null}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          aria-label={t('leave-out', { name: file.name })}
          onClick={() => remove(key)}
        >
          <X size={14} aria-hidden />
        </ActionIcon>
      </Group>
      {sending ? <Progress size="xs" mt={4} value={part * 100} aria-label={t('sending', { name: file.name })} /> : null}
      {error === null ? null : (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {problemText(error)}
        </Text>
      )}
    </li>
  )
}
