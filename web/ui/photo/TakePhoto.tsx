import { Button, type ButtonProps, FileButton } from '@mantine/core'
import { Camera } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import type { Photo } from '#kernel/photo.ts'
import { say } from '#web/ui/say.tsx'
import { photoOf } from './photo.ts'

type TakePhotoProps = ButtonProps & {
  label: string
  /** Said if the chosen file is no picture that the browser can show. */
  unreadable: string
  onTaken: (photo: Photo) => void
}

/** Takes a photo with the camera of the phone or tablet, or chooses a picture on a computer, and makes it small enough to send. */
export function TakePhoto({ label, unreadable, onTaken, ...button }: TakePhotoProps) {
  const [pending, setPending] = useState(false)
  const take = async (file: File | null) => {
    if (file === null) return
    setPending(true)
    const made = await photoOf(file, new Date().toISOString())
    setPending(false)
    if (made === null) say.note(unreadable)
    else onTaken(made)
  }
  return (
    <FileButton accept="image/*" capture="environment" onChange={(file) => void take(file)}>
      {(props) => (
        <Button
          variant="default"
          {...props}
          {...button}
          loading={pending}
          leftSection={<Camera size={20} aria-hidden />}
        >
          {label}
        </Button>
      )}
    </FileButton>
  )
}
