type Computer = { readonly os: string; readonly cpu: string; readonly libc: string | undefined }
type Entry = {
  readonly version?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly os?: string | readonly string[]
  readonly cpu?: string | readonly string[]
  readonly libc?: string | readonly string[]
}
type Packages = Readonly<Record<string, Entry>>
type Wish = { readonly everything: boolean; readonly here?: Computer }
export const HERE: Computer
export function read(path: string): string | null
export function requiredFolders(wanted: Packages, wish: Wish): string[]
export function areInstalled(wanted: Packages, present: Packages, wish: Wish): boolean
export function packagesOf(folder: string): { wanted: Packages; present: Packages | null }
export function lockFits(manifest: object, wanted: Readonly<Record<string, object>>): boolean
export function unpackedSince(moment: number, root: string, folders: readonly string[]): number
