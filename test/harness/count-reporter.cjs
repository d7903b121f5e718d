// Prints the run's result alone on one line at the very end, for programs that read it. A file that could not
// run at all counts as one failure, so that it cannot go unseen.
module.exports = class CountReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    process.stdout.write(`\n${results.numPassedTests} passed, ${failed} failed\n`);
  }
};
