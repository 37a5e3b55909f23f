public import ArgumentParser
public import Detection

extension DetectionEffort: @retroactive ExpressibleByArgument {}
