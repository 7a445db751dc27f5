/** One file of an item's folder. `path` is relative to the workspace. */
export interface ItemFile {
  readonly path: string
  readonly bytes: Uint8Array
  /** Permission bits. */
  readonly mode: number
}

/**
 * The files of an item's folder. Every method throws a `SoulgateError` that says what happened when it could not do
 * the whole of it; links are never followed and never touched.
 */
export interface ItemFiles {
  /** Every regular file below the folder, in order of path; nothing when there is no such folder. */
  read(folder: string): Promise<readonly ItemFile[]>
  /** Puts a file there, whole or not at all. `expected` = the SHA-256 of what stands there now; absent = nothing. */
  put(file: ItemFile, expected: string | undefined): Promise<void>
  /** Removes a file that still is what was expected, and folders that hold nothing any more. */
  remove(path: string, expected: string): Promise<void>
}
