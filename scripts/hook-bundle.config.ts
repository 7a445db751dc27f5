/** Puts the hook of a coding agent, as compiled, into one file in its own place. */
export default {
  ssr: { noExternal: true },
  build: {
    ssr: 'dist/surfaces/cli/hook-entry.js',
    outDir: 'dist/surfaces/cli',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node22',
    rolldownOptions: { output: { entryFileNames: 'hook-entry.js', codeSplitting: false } },
  },
}
