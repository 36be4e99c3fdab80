import { type ReactNode, useState } from 'react'
import styles from './upload.module.css'

/** Adds the files that are dropped on its content. Other things that are dragged over it are left alone. */
export function DropArea({
  add,
  bare = false,
  children,
}: {
  add: (files: File[]) => void
  /** True for an area without a frame, such as a whole list. It is marked only while files are dragged over it. */
  bare?: boolean
  children: ReactNode
}) {
  const [over, setOver] = useState(false)
  return (
    <div
      className={bare ? styles.bare : styles.area}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!over) return
        event.preventDefault()
        setOver(false)
        add([...event.dataTransfer.files])
      }}
    >
      {children}
    </div>
  )
}
