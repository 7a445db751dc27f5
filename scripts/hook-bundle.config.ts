/** Puts the hook of a coding agent, as compiled, into one file. CommonJS: a built-in module is loaded without all it exports. */
export default {
  ssr: { noExternal: true },
  build: {
    ssr: 'dist/surfaces/cli/hook-entry.js',
    outDir: 'dist/surfaces/cli',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node22',
    rolldownOptions: {
      output: { format: 'cjs', entryFileNames: 'hook-entry.cjs', codeSplitting: false },
    },
  },
}
