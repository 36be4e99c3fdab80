import { Button, FileButton, Group, Stack } from '@mantine/core'
import { Paperclip } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity } from '#kernel/entity.ts'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { LeaveGuard } from '#web/ui/form/form.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { DropArea } from '#web/ui/upload/DropArea.tsx'
import { UploadList } from '#web/ui/upload/UploadList.tsx'
import { addNote, type NoteFile, uploadFile } from '../domain/contract.ts'
import { MOST_FILE_BYTES, MOST_FILES, unsentText } from '../domain/note.ts'
import { MentionArea } from './MentionArea.tsx'
import { inputAddress } from '#kernel/contract.ts'
import { refusal, Refused } from '#kernel/refusal.ts'
import { useUploads } from '#web/ui/upload/use-uploads.ts'

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
        <UploadList uploads={files.uploads} remove={files.remove} retry={files.retry} />
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
  const files = useNoteFiles(entity, id)
  const { uploads } = files
  // after a note is added, the next one is filled in
  const [round, setRound] = useState(1)
  const run = useRun(addNote, { filling: round })

  const fileIds = uploads.flatMap(({ answer }) => (answer === null ? [] : [answer.id]))
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
          setRound((last) => last + 1)
          // Text and files added during the request belong to the next note.
          setBody((now) => unsentText(body, now))
          files.clear(uploads)
        },
      },
    )
  }
  return { body, setBody, files, closed, pending: run.isPending, error: run.error, send }
}

function whyNot(file: File, count: number): Refused | null {
  const no = (code: string) => new Refused(refusal('invalid', code, { name: file.name }))
  if (file.size > MOST_FILE_BYTES) return no('notes.file-too-large')
  if (file.size === 0) return no('notes.file-empty')
  return count >= MOST_FILES ? no('notes.too-many-files') : null
}

const useNoteFiles = (entity: Entity, entityId: number) =>
  useUploads<NoteFile>({
    addressOf: ({ name }) => inputAddress(uploadFile, { entity: entity.name, entityId, name: name.slice(-200) }),
    whyNot,
  })
