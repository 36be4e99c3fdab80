/** The questions about imported files and move-ins whose cost must not grow with their rows and records. */
import { of, type Question } from './question.ts'

/** Returns the questions of the pages of a file and of a move-in, and of their lists. */
export const questionsAboutImports = (file: number, moveIn: number): readonly Question[] => [
  ...of('imports', 'import.list', [{}]),
  ...of('imports', 'import.file', [{ id: file }]),
  ...of('imports', 'import.lines', [
    { id: file, kind: 'new' },
    { id: file, kind: 'left' },
  ]),
  ...of('imports', 'import.move-ins', [{}]),
  ...of('imports', 'import.move-in', [{ id: moveIn }]),
  ...of('imports', 'import.refused-records', [
    { id: moveIn },
    { id: moveIn, page: 2 },
    { id: moveIn, kind: 'orders' },
    { id: moveIn, kind: 'customers' },
  ]),
]
